/** How long a deleted customer can be restored, and its devices export unsent work. */
export const restoreDays = 30;

/** The end of that time for a customer that was deleted at this instant. */
export const restorableUntil = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + restoreDays * 86_400_000).toISOString();
