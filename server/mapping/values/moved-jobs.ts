import { sql } from 'kysely';
import type { MapKind } from '#contract/rows/rows.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { homesOfTwins } from './twins.ts';

const valueColumn = (kind: MapKind) =>
  kind === 'facility' ? sql`facility_value_id` : sql`(row ->> ${sql.lit(`${kind}ValueId`)})::bigint`;

/**
 * Open jobs per value id that follow its mapping: without a mapping of their own, or whatever they have of their own for the twin of a target
 * that maps for itself. With `ids`, only for those values.
 */
export async function openJobsOf(
  db: Db,
  customerId: number,
  kind: MapKind,
  ids?: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; jobs: number }>`
    select ${valueColumn(kind)} as id, count(*) as jobs from job
    where customer_id = ${customerId} and not deleted and status = 'Open' and ${valueColumn(kind)} is not null
      ${ids === undefined ? sql`` : sql`and ${valueColumn(kind)} = any(${[...ids]}::bigint[])`}
      and row ->> ${sql.lit(`${kind}Map`)} is null
    group by 1`.execute(db);
  const found = new Map(rows.map(({ id, jobs }) => [id, jobs]));
  const homes = await homesOfTwins(db, customerId, { kind, ...(ids && { twins: ids }) });
  const all = await jobsWithTexts(db, customerId, kind, [...new Set(homes.values())]);
  for (const [twin, home] of homes) found.set(twin, all.get(home) ?? 0);
  return found;
}

/** Open jobs per text, also those with a mapping of their own: it does not count where a target maps for itself. */
async function jobsWithTexts(
  db: Db,
  customerId: number,
  kind: MapKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; jobs: number }>`
    select ${valueColumn(kind)} as id, count(*) as jobs from job
    where customer_id = ${customerId} and not deleted and status = 'Open' and ${valueColumn(kind)} = any(${[...ids]}::bigint[])
    group by 1`.execute(db);
  return new Map(rows.map(({ id, jobs }) => [id, jobs]));
}

/**
 * Open jobs that would follow a changed mapping of these texts: they carry one of them and have no mapping of their own for its
 * kind. `posted` counts those that are already in the ATS. A job with two of the texts counts once.
 */
export async function jobsMovedBy(
  db: Db,
  customerId: number,
  ids: readonly number[],
): Promise<{ readonly jobs: number; readonly posted: number }> {
  if (ids.length === 0) return { jobs: 0, posted: 0 };
  const homes = [...(await homesOfTwins(db, customerId, { twins: ids })).values()];
  const carries = (kind: MapKind) =>
    sql`((${valueColumn(kind)} = any(${[...ids]}::bigint[]) and row ->> ${sql.lit(`${kind}Map`)} is null)
      or ${valueColumn(kind)} = any(${homes}::bigint[]))`;
  const { rows } = await sql<{ jobs: number; posted: number }>`
    select count(*) as jobs,
      count(*) filter (where row ->> 'postState' = 'done' or row ->> 'externalJobId' is not null) as posted
    from job
    where customer_id = ${customerId} and not deleted and status = 'Open'
      and (${carries('facility')} or ${carries('degree')} or ${carries('specialty')} or ${carries('shift')})`.execute(db);
  return rows[0] ?? { jobs: 0, posted: 0 };
}
