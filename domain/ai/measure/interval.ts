/** A share with its 95 % interval; all null if there was nothing to count. `of` is the number of cases, which is fractional for F1. */
export type Share = {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly of: number;
};

/** The 97.5 % point of the normal distribution. */
const z = 1.959963984540054;

/**
 * The 95 % interval of a share by Wilson's score with continuity correction. Without the correction the interval covers rates near 0
 * and 1 in fewer than 93 % of samples. `right` and `of` may be fractional.
 */
export function shareOf(right: number, of: number): Share {
  if (of <= 0) return { value: null, low: null, high: null, of: 0 };
  const p = right / of;
  const [square, both] = [z * z, 2 * (of + z * z)];
  const half = (sign: 1 | -1) => z * Math.sqrt(Math.max(0, square - sign * 2 - 1 / of + 4 * p * (of * (1 - p) + sign)));
  const low = right <= 0 ? 0 : Math.max(0, (2 * of * p + square - 1 - half(1)) / both);
  const high = right >= of ? 1 : Math.min(1, (2 * of * p + square + 1 + half(-1)) / both);
  return { value: p, low, high, of };
}

/** What became of one property: `wrong` has a value in place of another one, `extra` one in place of none. */
export type Verdict = 'right' | 'none' | 'wrong' | 'extra' | 'missed';
export type VerdictCounts = Readonly<Record<Verdict, number>>;

/**
 * F1 with its 95 % interval. F1 is 2J / (1 + J) of the share J of right values among right values and errors, so the interval of J gives
 * that of F1. A wrong value is two errors of one row (an extra and a missed one); the sample shrinks by what that adds to the variance.
 */
export function f1Of({ right, wrong, extra, missed }: VerdictCounts): Share {
  const errors = extra + missed + 2 * wrong;
  if (right + errors === 0) return shareOf(0, 0);
  const j = right / (right + errors);
  // The share of errors that come in twos; one row of two is added, so that no sample without errors counts as sure.
  const inTwos = (2 * wrong + 2) / (errors + 2);
  const of = (right + errors) / (1 + j * inTwos);
  const { low, high } = shareOf(j * of, of);
  const f1 = (share: number | null) => (share === null ? null : (2 * share) / (1 + share));
  return { value: f1(j), low: f1(low), high: f1(high), of };
}
