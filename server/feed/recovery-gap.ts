/**
 * A jump of revisions after an unclean shutdown (server/feed/epoch.ts). Revisions that a device saw inside the gap were lost. By
 * customer id.
 */
export type Recovery = {
  readonly preHead: Record<string, number>;
  readonly newBase: Record<string, number>;
  /** When it happened; missing in records of the first versions. */
  readonly at?: string;
};

/**
 * Whether a device's revision is inside a gap, so that it may hold rows that the database lost. Both ends of the gap are safe
 * [S4].
 */
export function isInGap(recoveries: readonly Recovery[], customerId: number, since: number): boolean {
  return recoveries.some(
    ({ preHead, newBase }) => since > (preHead[customerId] ?? Infinity) && since < (newBase[customerId] ?? 0),
  );
}

/** Smallest gap after a start without a clean shutdown: more revisions than could have been sent and lost. */
const leastGap = 1_000_000;

/**
 * Number of revisions to skip; `unit` is random, from 0 to below 1. A second loss may also lose the record of the first recovery,
 * and then the feeds must not reuse the revisions that devices saw in between.
 */
export const recoveryGap = (unit: number): number => leastGap + Math.floor(unit * leastGap);

/** The recovery to record for feeds that skipped `gap` revisions and are now at `revs` (by customer id). */
export function recoveryTo(revs: Readonly<Record<string, number>>, gap: number, at: Date): Recovery {
  const preHead = Object.fromEntries(Object.entries(revs).map(([customerId, rev]) => [customerId, rev - gap]));
  return { preHead, newBase: { ...revs }, at: at.toISOString() };
}

const weekInMilliseconds = 7 * 86_400_000;

/**
 * Whether outside systems may be ahead of the database. For a week after a recovery, also across clean restarts, every reference
 * is looked up before it is sent [S8.6].
 */
export const isReconciling = (recoveries: readonly Recovery[], now: Date): boolean =>
  recoveries.some(({ at }) => at !== undefined && now.getTime() - Date.parse(at) < weekInMilliseconds);
