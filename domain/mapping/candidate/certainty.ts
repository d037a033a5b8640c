/** Points of a calibration, ascending: raw probability -> share that was right. */
export type Calibration = readonly (readonly [raw: number, right: number])[];

/**
 * Certainty 0..100 of each candidate (best first): its calibrated share among all candidates and "none of these". Candidates with
 * equal scores never get more than an equal part each.
 */
export function certaintiesOf(
  found: readonly { readonly score: number }[],
  none: number,
  points: Calibration,
): readonly number[] {
  const scores = found.map((one) => one.score);
  return sharesWithNone(found, none).map((share, i) =>
    percentOf(Math.min(calibrated(points, share), 1 / alikeAround(scores, i))),
  );
}

/** How many scores in a descending list equal the one at `i`, including itself. */
function alikeAround(scores: readonly number[], i: number): number {
  const near = (at: number): boolean => Math.abs((scores[at] ?? Number.NaN) - (scores[i] ?? 0)) < ALIKE;
  let [first, last] = [i, i];
  while (near(first - 1)) first--;
  while (near(last + 1)) last++;
  return last - first + 1;
}

/** Scores closer than this count as equal, in log-odds. */
const ALIKE = 0.02;

/** Each candidate's share (best first) of a whole that includes "none of these". Scores are log-odds. */
function sharesWithNone(found: readonly { readonly score: number }[], none: number): readonly number[] {
  const top = Math.max(none, found[0]?.score ?? none);
  const masses = found.map((one) => Math.exp(one.score - top));
  const whole = masses.reduce((sum, mass) => sum + mass, Math.exp(none - top));
  return masses.map((mass) => mass / whole);
}

/** Calibrated probability, interpolated linearly between the points. */
export function calibrated(points: Calibration, raw: number): number {
  let [x0, y0] = points[0] ?? [0, 0];
  for (const [x, y] of points) {
    if (raw <= x) return x > x0 ? y0 + ((y - y0) * (raw - x0)) / (x - x0) : y;
    [x0, y0] = [x, y];
  }
  return y0;
}

/** A probability as a certainty 0..100 with one decimal, never rounded up. */
export const percentOf = (share: number): number => Math.floor(share * 1000) / 10;
