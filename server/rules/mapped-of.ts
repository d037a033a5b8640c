import type { FieldValue, JobRow } from '#contract/jobs.ts';
import type { AtsValueRow, MapKind, MapValueRow } from '#contract/rows.ts';
import { type MapValues, mapKinds, mappingOf } from '#domain/jobs/mapping-of.ts';
import type { MappedOf } from '#domain/rules/job-run.ts';
import type { Db } from '../db/connection.ts';

/** What a job is mapped to in the ATS, kind by kind. */
type Mapped = Readonly<Record<MapKind, AtsValueRow | null>>;

/** Serves rules on export with the ATS values that a job is mapped to, by the keys of the field catalogue. */
export const mappedOf =
  (mapped: Mapped, values: MapValues): MappedOf =>
  (job, key): FieldValue => {
    const certainty = /^(facility|specialty)Certainty$/.exec(key)?.[1];
    if (certainty !== undefined) return mappingOf(job, certainty as MapKind, values)?.certainty ?? null;
    const name = /^mapped(Facility|Degree|Specialty|Shift)(Id)?$/.exec(key);
    const value = name && mapped[name[1]?.toLowerCase() as MapKind];
    return value ? (name[2] === undefined ? value.name : value.extId) : null;
  };

/** The same, read from the database for one job. */
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
  return mappedOf(mapped, values);
}
