import type { TargetRow } from '#contract/rows/rows.ts';
import { pickable } from '../targets/target-kinds.ts';
import { takesJobs } from './takes-jobs.ts';

/**
 * The target that a repost begins with, as documented: the second one that people choose from, else the first. One that takes no jobs is
 * never it.
 */
export function repostTarget(targets: readonly TargetRow[]): TargetRow | undefined {
  const offered = pickable(targets).filter(takesJobs);
  return offered[1] ?? offered[0];
}
