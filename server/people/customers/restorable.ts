import { type RawBuilder, sql } from 'kysely';

/** How long a deleted customer can be restored, and its devices export unsent work. */
export const restoreDays = 30;

/** The end of that time for a customer that was deleted at this instant. */
export const restorableUntil = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + restoreDays * 86_400_000).toISOString();

/**
 * A condition on the columns of `customer` under this alias: it is closed, so that no one of it can sign in, and its devices may
 * export unsent work (docs/decisions/0055).
 */
export const mayExport = (customer: string, now: Date): RawBuilder<boolean> => {
  const deletedAt = sql.ref(`${customer}.deleted_at`);
  return sql<boolean>`case when ${deletedAt} is null then ${sql.ref(`${customer}.status`)} = 'inactive'
    else ${deletedAt} > ${now}::timestamptz - make_interval(days => ${restoreDays}) end`;
};
