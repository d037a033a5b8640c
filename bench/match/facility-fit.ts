import { MEASURES, type Measure } from '#domain/mapping/facility-evidence.ts';
import type { FacilityIndex } from '#domain/mapping/facility-index.ts';
import { seekFacility } from '#domain/mapping/facility-query.ts';
import { searchFacilities } from '#domain/mapping/facility-search.ts';
import type { FacilityPair } from './facility-pairs.ts';

/** A labelled row with its candidates' measures; `right` is the candidate that is the answer, -1 where none is. */
export type Sample = {
  readonly pair: FacilityPair;
  readonly ids: readonly string[];
  readonly measures: readonly Float64Array[];
  readonly right: number;
};

/** What a fit gives: log-odds a measure, and those of "none of these". */
export type Fit = { readonly weights: Float64Array; readonly none: number };

const KEPT = 20;
const ROUNDS = 250;
const RIDGE = 2e-4;

export function sampleOf(index: FacilityIndex<string>, pair: FacilityPair): Sample {
  const found = searchFacilities(index, seekFacility(index, pair.source), () => true).slice(0, KEPT);
  return {
    pair,
    ids: found.map((one) => one.record.target.id),
    measures: found.map((one) => one.measures),
    right: found.findIndex((one) => one.record.target.id === pair.answer),
  };
}

/**
 * Conditional logit with "none of these" as one more choice: the candidates of a row compete, a row without its answer teaches to abstain.
 * Adam over all rows at once; a measure of agreement may not fall below 0, one of disagreement not rise above it.
 */
export function fit(samples: readonly Sample[], signs: readonly number[]): Fit {
  const size = MEASURES.length + 1;
  const theta = new Float64Array(size).fill(0.5);
  const [mean, square] = [new Float64Array(size), new Float64Array(size)];
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = gradientOf(samples, theta);
    for (let k = 0; k < size; k++) {
      const g = (gradient[k] ?? 0) / samples.length + (k < MEASURES.length ? RIDGE * (theta[k] ?? 0) : 0);
      mean[k] = 0.9 * (mean[k] ?? 0) + 0.1 * g;
      square[k] = 0.99 * (square[k] ?? 0) + 0.01 * g * g;
      const step = (0.3 * ((mean[k] ?? 0) / (1 - 0.9 ** round))) / (Math.sqrt((square[k] ?? 0) / (1 - 0.99 ** round)) + 1e-6);
      const next = (theta[k] ?? 0) - step * Math.min(1, 60 / round);
      const sign = signs[k] ?? 0;
      theta[k] = sign > 0 ? Math.max(0, next) : sign < 0 ? Math.min(0, next) : next;
    }
  }
  return { weights: theta.slice(0, MEASURES.length), none: theta[MEASURES.length] ?? 0 };
}

function gradientOf(samples: readonly Sample[], theta: Float64Array): Float64Array {
  const gradient = new Float64Array(theta.length);
  const none = theta.length - 1;
  for (const sample of samples) {
    const shares = sharesOf(sample, theta, theta[none] ?? 0);
    const rest = 1 - shares.reduce((sum, share) => sum + share, 0);
    gradient[none] = (gradient[none] ?? 0) + rest - (sample.right < 0 ? 1 : 0);
    sample.measures.forEach((row, i) => {
      const error = (shares[i] ?? 0) - (i === sample.right ? 1 : 0);
      if (Math.abs(error) < 1e-9) return;
      for (let k = 0; k < row.length; k++) gradient[k] = (gradient[k] ?? 0) + error * (row[k] ?? 0);
    });
  }
  return gradient;
}

/** Raw probabilities of a row's candidates under a fit. */
export function sharesOf(sample: Sample, weights: Float64Array, none: number): number[] {
  const scores = sample.measures.map((row) => row.reduce((sum, value, k) => sum + value * (weights[k] ?? 0), 0));
  const top = Math.max(none, ...scores);
  const masses = scores.map((score) => Math.exp(score - top));
  const whole = masses.reduce((sum, mass) => sum + mass, Math.exp(none - top));
  return masses.map((mass) => mass / whole);
}

/** +1, -1 or 0 for a measure's weight, the last for "none of these". */
export const signsOf = (): number[] => [...MEASURES.map((name) => (DISAGREEING.has(name) ? -1 : 1)), 0];

const DISAGREEING: ReadonlySet<Measure> = new Set<Measure>([
  'bothUnmatched',
  'otherCityInName',
  'kindDiffers',
  'numberDiffers',
  'streetDiffers',
  'cityDiffers',
  'zipDiffers',
  'stateDiffers',
]);

export type Judged = { readonly pair: FacilityPair; readonly share: number; readonly right: boolean };

/** The first candidate of a row under a fit. */
export function judge(sample: Sample, made: Fit): Judged {
  const shares = sharesOf(sample, made.weights, made.none);
  let first = 0;
  shares.forEach((share, i) => {
    if (share > (shares[first] ?? 0)) first = i;
  });
  return { pair: sample.pair, share: shares[first] ?? 0, right: first === sample.right };
}

/** Pool-adjacent-violators: raw share -> share that was right, as few points, straight in between. */
export function isotonic(judged: readonly Judged[], least: number): [raw: number, right: number][] {
  const blocks: { count: number; right: number; raw: number }[] = [];
  for (const one of [...judged].sort((a, b) => a.share - b.share)) {
    blocks.push({ count: 1, right: one.right ? 1 : 0, raw: one.share });
    for (;;) {
      const [last, before] = [blocks.at(-1), blocks.at(-2)];
      if (!last || !before) break;
      if (before.count >= least && before.right / before.count < last.right / last.count) break;
      blocks.splice(-2, 2, { count: before.count + last.count, right: before.right + last.right, raw: before.raw + last.raw });
    }
  }
  return blocks.map((block) => [block.raw / block.count, (block.right + 0.5) / (block.count + 1)]);
}
