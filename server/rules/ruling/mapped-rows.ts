import type { JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapKind, TargetRow } from '#contract/rows/rows.ts';
import { type MapValues, mapFields, mapKinds, mappingOf, valuesAt } from '#domain/jobs/mapping-of.ts';
import type { MappedOf } from '#domain/rules/job-run.ts';
import { mappedOf } from '#domain/rules/mapped-of.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { textsOf } from '#server/mapping/values/texts-of.ts';

/** The ATS value that a job is mapped to, by kind; null if it is not mapped, or the ATS no longer lists the value. */
export type MappedRows = Record<MapKind, AtsValueRow | null>;

/** The lists that mappings are looked up in: those of a target. */
type Lists = { readonly customerId: number; readonly targetId: number | null };

/** The ATS values that one job is mapped to, from the lists of one target, or of any if null. Source: `ats_value`. */
export async function mappedRows(db: Db, { customerId, targetId }: Lists, job: JobRow, values: MapValues): Promise<MappedRows> {
  const mapped: MappedRows = { facility: null, degree: null, specialty: null, shift: null };
  for (const kind of mapKinds) {
    const mapping = mappingOf(job, kind, values);
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

/** A job's mappings, as export rules read them for a target that maps for itself, else for the first target. */
export async function mappedOfJob(db: Db, customerId: number, job: JobRow, target: TargetRow | null): Promise<MappedOf> {
  const texts = await textsOf(db, customerId, job);
  const isApart = target?.mapsItself === true;
  const values = isApart ? valuesAt(target, texts) : texts;
  const [home] = mapKinds.flatMap((kind) => texts.get(job[mapFields[kind].value] ?? 0)?.targetId ?? []);
  const lists = { customerId, targetId: isApart ? target.id : (home ?? null) };
  const mapped = await mappedRows(db, lists, job, values);
  return mappedOf(values, (kind) => mapped[kind]);
}
