import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapValueRow } from '#contract/rows/rows.ts';
import { mapFields, mapKinds } from '#domain/jobs/mapping-of.ts';
import type { Db } from '#server/kit/db/connection.ts';

/** The vendor texts of one job and their twins for other targets, by id. Source: `map_value`. */
export const textsOf = (db: Db, customerId: number, job: JobRow): Promise<Map<number, MapValueRow>> =>
  textsOfJobs(db, customerId, [job]);

/** The same of several jobs. */
export async function textsOfJobs(db: Db, customerId: number, jobs: Iterable<JobRow>): Promise<Map<number, MapValueRow>> {
  const named = [...jobs].flatMap((job) => mapKinds.flatMap((kind) => job[mapFields[kind].value] ?? []));
  const texts = await textsById(db, customerId, named);
  const twins = texts.flatMap((text) => Object.values(text.twins ?? {}));
  return new Map([...texts, ...(await textsById(db, customerId, twins))].map((text) => [text.id, text]));
}

async function textsById(db: Db, customerId: number, ids: readonly number[]): Promise<MapValueRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('map_value')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('id', 'in', [...new Set(ids)])
    .where('deleted', '=', false)
    .execute();
  return rows.map(({ row }) => row as MapValueRow);
}
