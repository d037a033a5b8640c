/** A jump of revisions after an unclean start: what a device saw between the two was lost. By customer id (server/sync/epoch.ts). */
export type Recovery = { readonly preHead: Record<string, number>; readonly newBase: Record<string, number> };

/** Whether a device stands in the middle of a gap, where it may hold rows that the database lost. Both ends are sound [S4]. */
export function isInGap(recoveries: readonly Recovery[], customerId: number, since: number): boolean {
  return recoveries.some(
    ({ preHead, newBase }) => since > (preHead[customerId] ?? Infinity) && since < (newBase[customerId] ?? 0),
  );
}

/** Revisions skipped after a start without a clean end: more than could have been given and lost. */
export const recoveryGap = 1_000_000;

/** The recovery to record for feeds that now stand at `revs` (by customer id, after the jump). */
export function recoveryTo(revs: Readonly<Record<string, number>>): Recovery {
  const preHead = Object.fromEntries(Object.entries(revs).map(([customerId, rev]) => [customerId, rev - recoveryGap]));
  return { preHead, newBase: { ...revs } };
}
