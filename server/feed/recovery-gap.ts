/** A jump of revisions after an unclean start: what a device saw between the two was lost. By customer id (server/feed/epoch.ts). */
export type Recovery = {
  readonly preHead: Record<string, number>;
  readonly newBase: Record<string, number>;
  /** When it happened; absent in records of the first versions. */
  readonly at?: string;
};

/** Whether a device stands in the middle of a gap, where it may hold rows that the database lost. Both ends are sound [S4]. */
export function isInGap(recoveries: readonly Recovery[], customerId: number, since: number): boolean {
  return recoveries.some(
    ({ preHead, newBase }) => since > (preHead[customerId] ?? Infinity) && since < (newBase[customerId] ?? 0),
  );
}

/** Revisions skipped at least after a start without a clean end: more than could have been given and lost. */
const leastGap = 1_000_000;

/**
 * Revisions to skip, `unit` being random from 0 to below 1: a second loss may take the record of the first recovery with it,
 * and then the feeds must not go over the revisions again that devices saw in between.
 */
export const recoveryGap = (unit: number): number => leastGap + Math.floor(unit * leastGap);

/** The recovery to record for feeds that skipped `gap` and now stand at `revs` (by customer id). */
export function recoveryTo(revs: Readonly<Record<string, number>>, gap: number, at: Date): Recovery {
  const preHead = Object.fromEntries(Object.entries(revs).map(([customerId, rev]) => [customerId, rev - gap]));
  return { preHead, newBase: { ...revs }, at: at.toISOString() };
}

const weekInMilliseconds = 7 * 86_400_000;

/**
 * Whether outside systems may be ahead of the database: for a week after a recovery, whatever clean starts came since, every
 * reference is looked up before it is sent [S8.6].
 */
export const isReconciling = (recoveries: readonly Recovery[], now: Date): boolean =>
  recoveries.some(({ at }) => at !== undefined && now.getTime() - Date.parse(at) < weekInMilliseconds);
