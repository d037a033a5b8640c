import { sql } from 'kysely';
import type { MapKind } from '#contract/rows/rows.ts';
import type { Db } from '#server/kit/db/connection.ts';

const valueColumn = (kind: MapKind) =>
  kind === 'facility' ? sql`facility_value_id` : sql`(row ->> ${sql.lit(`${kind}ValueId`)})::bigint`;

/** Open jobs per value id that follow its mapping, without a mapping of their own. With `ids`, only for those values. */
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
  const carries = (kind: MapKind) =>
    sql`(${valueColumn(kind)} = any(${[...ids]}::bigint[]) and row ->> ${sql.lit(`${kind}Map`)} is null)`;
  const { rows } = await sql<{ jobs: number; posted: number }>`
    select count(*) as jobs,
      count(*) filter (where row ->> 'postState' = 'done' or row ->> 'externalJobId' is not null) as posted
    from job
    where customer_id = ${customerId} and not deleted and status = 'Open'
      and (${carries('facility')} or ${carries('degree')} or ${carries('specialty')} or ${carries('shift')})`.execute(db);
  return rows[0] ?? { jobs: 0, posted: 0 };
}
