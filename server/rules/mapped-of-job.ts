import type { JobRow } from '#contract/jobs.ts';
import type { AtsValueRow, MapKind, MapValueRow } from '#contract/rows.ts';
import { mapKinds, mappingOf } from '#domain/jobs/mapping-of.ts';
import type { MappedOf } from '#domain/rules/job-run.ts';
import { mappedOf } from '#domain/rules/mapped-of.ts';
import type { Db } from '../db/connection.ts';

/** The ATS values that one job is mapped to, read from the database. */
export async function mappedOfJob(db: Db, customerId: number, job: JobRow): Promise<MappedOf> {
  const ids = [job.facilityValueId, job.degreeValueId, job.specialtyValueId, job.shiftValueId].filter((id) => id !== null);
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('map_value').select('row').where('customer_id', '=', customerId).where('id', 'in', ids).execute();
  const values = new Map(rows.map(({ row }) => [(row as MapValueRow).id, row as MapValueRow]));
  const mapped: Record<MapKind, AtsValueRow | null> = { facility: null, degree: null, specialty: null, shift: null };
  for (const kind of mapKinds) {
    const mapping = mappingOf(job, kind, values);
    if (!mapping) continue;
    const found = await db
      .selectFrom('ats_value')
      .select('row')
      .where('customer_id', '=', customerId)
      .where('kind', '=', kind)
      .where('ext_id', '=', mapping.id)
      .where('deleted', '=', false)
      .executeTakeFirst();
    mapped[kind] = (found?.row as AtsValueRow | undefined) ?? null;
  }
  return mappedOf(values, (kind) => mapped[kind]);
}
