/** A labeled row with the measures of its candidates. `right` lists the correct candidates; empty when the row has no answer. */
export type Sample = {
  readonly fold: number;
  readonly ids: readonly string[];
  readonly measures: readonly ArrayLike<number>[];
  readonly right: readonly number[];
};

/** The result of a fit: log-odds per measure, and those of "none of these". */
export type Fit = { readonly weights: readonly number[]; readonly none: number };

/** The first candidate of a row under a fit: its share, and whether it is right. */
export type Judged = { readonly fold: number; readonly first: number; readonly share: number; readonly right: boolean };

/** Minimum and maximum of a weight; equal when it is set by hand. */
export type Bounds = readonly [least: number, most: number];

export type Points = readonly (readonly [raw: number, right: number])[];

const FREE: Bounds = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const ROUNDS = 250;
const RIDGE = 2e-4;

/**
 * Conditional logit with "none of these" as another choice: the candidates of a row compete, and a row without an answer trains
 * abstaining. Uses Adam over all rows at once. `bounds`: limits of each measure's weight.
 */
export function fit(samples: readonly Sample[], bounds: readonly Bounds[]): Fit {
  const none = bounds.length;
  const theta = Float64Array.from({ length: none + 1 }, (_, k) =>
    Math.min(bounds[k]?.[1] ?? 0.5, Math.max(bounds[k]?.[0] ?? 0.5, 0.5)),
  );
  const mean = new Float64Array(none + 1);
  const square = new Float64Array(none + 1);
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = gradientOf(samples, theta);
    for (let k = 0; k <= none; k++) {
      const g = at(gradient, k) / samples.length + (k < none ? RIDGE * at(theta, k) : 0);
      mean[k] = 0.9 * at(mean, k) + 0.1 * g;
      square[k] = 0.99 * at(square, k) + 0.01 * g * g;
      const step =
        (0.3 * Math.min(1, 60 / round) * (at(mean, k) / (1 - 0.9 ** round))) /
        (Math.sqrt(at(square, k) / (1 - 0.99 ** round)) + 1e-6);
      const next = at(theta, k) - step;
      const [least, most] = bounds[k] ?? FREE;
      theta[k] = Math.min(most, Math.max(least, next));
    }
  }
  return { weights: Array.from(theta.slice(0, none)), none: at(theta, none) };
}

function gradientOf(samples: readonly Sample[], theta: Float64Array): Float64Array {
  const gradient = new Float64Array(theta.length);
  const none = theta.length - 1;
  for (const sample of samples) {
    const shares = sharesOf(sample, theta, at(theta, none));
    const rest = 1 - shares.reduce((sum, share) => sum + share, 0);
    gradient[none] = at(gradient, none) + rest - (sample.right.length === 0 ? 1 : 0);
    const rightly = sample.right.reduce((sum, i) => sum + at(shares, i), 1e-12);
    for (const [i, row] of sample.measures.entries()) {
      const error = at(shares, i) * (sample.right.includes(i) ? 1 - 1 / rightly : 1);
      if (Math.abs(error) < 1e-9) continue;
      for (let k = 0; k < row.length; k++) gradient[k] = at(gradient, k) + error * at(row, k);
    }
  }
  return gradient;
}

function sharesOf(sample: Sample, weights: ArrayLike<number>, none: number): number[] {
  const scores = sample.measures.map((row) => {
    let score = 0;
    for (let k = 0; k < row.length; k++) score += at(row, k) * at(weights, k);
    return score;
  });
  const top = Math.max(none, ...scores);
  const masses = scores.map((score) => Math.exp(score - top));
  const whole = masses.reduce((sum, mass) => sum + mass, Math.exp(none - top));
  return masses.map((mass) => mass / whole);
}

export function judge(sample: Sample, made: Fit): Judged {
  const shares = sharesOf(sample, made.weights, made.none);
  const share = Math.max(0, ...shares);
  const first = shares.indexOf(share);
  return { fold: sample.fold, first, share, right: sample.right.includes(first) };
}

/** Each row judged by a fit without its fold, in the order of `samples`. */
export function crossValidate(samples: readonly Sample[], bounds: readonly Bounds[], folds: number): Judged[] {
  const fits = Array.from({ length: folds }, (_, fold) =>
    fit(
      samples.filter((sample) => sample.fold !== fold),
      bounds,
    ),
  );
  return samples.flatMap((sample) => {
    const made = fits[sample.fold];
    return made ? [judge(sample, made)] : [];
  });
}

/**
 * Pool-adjacent-violators with blocks of at least `least` rows: maps the raw share to the share of right answers, with linear
 * interpolation.
 */
export function isotonic(judged: readonly Judged[], least: number): Points {
  const blocks: { count: number; right: number; raw: number }[] = [];
  for (const one of [...judged].sort((a, b) => a.share - b.share)) {
    blocks.push({ count: 1, right: one.right ? 1 : 0, raw: one.share });
    for (let [before, last] = blocks.slice(-2); before && last; [before, last] = blocks.slice(-2)) {
      if (before.count >= least && before.right / before.count < last.right / last.count) break;
      blocks.splice(-2, 2, { count: before.count + last.count, right: before.right + last.right, raw: before.raw + last.raw });
    }
  }
  const points = blocks.map((block) => [block.raw / block.count, (block.right + 0.5) / (block.count + 1)] as const);
  return [[0, 0], ...points, [1, points.at(-1)?.[1] ?? 1]];
}

const at = (row: ArrayLike<number>, k: number): number => row[k] ?? 0;
