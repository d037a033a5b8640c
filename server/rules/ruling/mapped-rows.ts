import type { JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapKind, MapValueRow } from '#contract/rows/rows.ts';
import { mapFields, mapKinds, mappingOf } from '#domain/jobs/mapping-of.ts';
import type { MappedOf } from '#domain/rules/job-run.ts';
import { mappedOf } from '#domain/rules/mapped-of.ts';
import type { Db } from '#server/kit/db/connection.ts';

/** The ATS value that a job is mapped to, by kind; null if it is not mapped, or the ATS no longer lists the value. */
export type MappedRows = Record<MapKind, AtsValueRow | null>;

/** The vendor texts of one job, by id. Source: `map_value`. */
export async function textsOf(db: Db, customerId: number, job: JobRow): Promise<Map<number, MapValueRow>> {
  const ids = mapKinds.map((kind) => job[mapFields[kind].value]).filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('map_value')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ row }) => [(row as MapValueRow).id, row as MapValueRow]));
}

/** The ATS values that one job is mapped to, from the lists of one target, or of any if null. Source: `ats_value`. */
export async function mappedRows(
  db: Db,
  customerId: number,
  targetId: number | null,
  job: JobRow,
  texts: ReadonlyMap<number, MapValueRow>,
): Promise<MappedRows> {
  const mapped: MappedRows = { facility: null, degree: null, specialty: null, shift: null };
  for (const kind of mapKinds) {
    const mapping = mappingOf(job, kind, texts);
    if (!mapping) continue;
    const found = await db
      .selectFrom('ats_value')
      .select('row')
      .where('customer_id', '=', customerId)
      .$if(targetId !== null, (query) => query.where('target_id', '=', targetId))
      .where('kind', '=', kind)
      .where('ext_id', '=', mapping.id)
      .where('deleted', '=', false)
      .executeTakeFirst();
    mapped[kind] = (found?.row as AtsValueRow | undefined) ?? null;
  }
  return mapped;
}

/** A job's mappings, as export rules read them. */
export async function mappedOfJob(db: Db, customerId: number, job: JobRow): Promise<MappedOf> {
  const texts = await textsOf(db, customerId, job);
  const mapped = await mappedRows(db, customerId, null, job, texts);
  return mappedOf(texts, (kind) => mapped[kind]);
}
