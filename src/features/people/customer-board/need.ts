import type { BoardRow } from '#contract/people/customer-board.ts';

/** Unsent work older than this is stuck, not on its way. */
const stuckMs = 60 * 60_000;

/**
 * How much a customer needs somebody: posts that failed or wait for a decision come first, then tasks with an alarm, then devices
 * whose work is stuck, then mapping. Within a group, more jobs come first.
 */
export function needOf(row: BoardRow, nowMs: number): number {
  const { failedPosts, undecidedPosts, alarms, unmappedJobs, oldestUnsentAt } = row;
  const isStuck = oldestUnsentAt !== null && nowMs - Date.parse(oldestUnsentAt) > stuckMs;
  const group = failedPosts + undecidedPosts > 0 ? 4 : alarms > 0 ? 3 : isStuck ? 2 : unmappedJobs > 0 ? 1 : 0;
  return group * 1e9 + Math.min(failedPosts + undecidedPosts, 9999) * 1e5 + Math.min(unmappedJobs, 99_999);
}
