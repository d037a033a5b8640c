import type { ShortSubmissionTarget } from '#contract/submissions/targets.ts';

/** The ids of the active targets in ascending order, so that equal sets are equal lists. */
export const activeOf = (targets: readonly Pick<ShortSubmissionTarget, 'id' | 'isActive'>[]): number[] =>
  targets
    .filter(({ isActive }) => isActive)
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);

/** The set with one target switched on or off, in ascending order. */
export const switched = (ids: readonly number[], id: number): number[] =>
  (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]).toSorted((a, b) => a - b);
