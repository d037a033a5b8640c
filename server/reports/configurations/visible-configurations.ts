import { sql } from 'kysely';
import type { ReportConfigurationRow } from '#contract/rows/report-rows.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';

/** The saved views of a customer that a person sees, as their device has them: their own by name, then those that others share. */
export async function visibleConfigurations(db: Db, customerId: number, userId: number): Promise<ReportConfigurationRow[]> {
  const rows = await rowsOf(db, customerId, 'reportConfiguration', {
    where: sql`(row -> 'isPrivate' = 'false' or row -> 'ownerId' = to_jsonb(${userId}::bigint)) and row -> 'purged' = 'false'`,
  });
  const isOthers = ({ ownerId }: ReportConfigurationRow) => Number(ownerId !== userId);
  return rows.sort((a, b) => isOthers(a) - isOthers(b) || a.name.localeCompare(b.name) || a.id - b.id);
}

/** One of them by its id. Null for one that is gone, and for another person's private one. */
export async function visibleConfiguration(
  db: Db,
  customerId: number,
  userId: number,
  id: number,
): Promise<ReportConfigurationRow | null> {
  return (await visibleConfigurations(db, customerId, userId)).find((row) => row.id === id) ?? null;
}
