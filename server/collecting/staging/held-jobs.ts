import { sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { ReadJob } from '#server/parsing/collect-records.ts';

/** A job as it was read. `version` changes with every write of its row. */
export type Held = { readonly row: JobRow; readonly version: string };

type Place = { readonly customerId: number; readonly sourceId: number };
type How = 'read' | 'lock';

/** Known jobs of the place, by the vendor's id. */
export async function heldJobs(
  db: Db | Tx,
  place: Place,
  part: readonly { readonly job: Pick<ReadJob, 'providerJobId'> }[],
  how: How = 'read',
): Promise<Map<string, Held>> {
  const ids = part.map(({ job }) => job.providerJobId);
  const { rows } = await sql<Held>`
    select row, xmin::text as version from job
    where customer_id = ${place.customerId} and source_id = ${place.sourceId} and provider_job_id = any(${ids}::text[]) and not deleted
    order by id ${how === 'lock' ? sql`for update` : sql``}`.execute(db);
  return new Map(rows.map((held) => [held.row.providerJobId, held]));
}

/** Jobs by their ids, in the order of the ids. */
export async function jobsWithId(
  db: Db | Tx,
  place: Pick<Place, 'customerId'>,
  ids: readonly number[],
  how: How = 'read',
): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select row, xmin::text as version from job where customer_id = ${place.customerId} and id = any(${[...ids]}::bigint[])
    order by id ${how === 'lock' ? sql`for update` : sql``}`.execute(db);
  return rows;
}
