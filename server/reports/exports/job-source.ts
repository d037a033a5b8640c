import { sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapKind, MapValueRow } from '#contract/rows/rows.ts';
import { mapFields, mapKinds } from '#domain/jobs/mapping-of.ts';
import type { NameOf } from '#domain/reports/exports/export-sheet.ts';
import { jobSheet } from '#domain/reports/exports/job-sheet.ts';
import { mappedOf } from '#domain/rules/mapped-of.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { countRows, type ExportPlace, readRows, type SheetSource, sourceOf } from './sheet-source.ts';

/** The jobs of a customer with what they are mapped to. */
export const jobSource = (place: ExportPlace, targetName: NameOf): SheetSource =>
  sourceOf('jobs', jobSheet(targetName, place.names), countRows(place, 'job'), async (db, after) => {
    const jobs = await readRows(db, place, 'job', after);
    const texts = await textsOf(db, place, jobs);
    const values = await valuesOf(db, place, mappingsOf(jobs, texts));
    const mapped = mappedOf(texts, (kind, id) => values.get(keyOf(kind, id)));
    return { things: jobs, rows: jobs.map((job) => ({ job, mappedOf: mapped })) };
  });

async function textsOf(db: Db | Tx, { customerId }: ExportPlace, jobs: readonly JobRow[]): Promise<Map<number, MapValueRow>> {
  const ids = new Set(jobs.flatMap((job) => mapKinds.map((kind) => job[mapFields[kind].value]).filter((id) => id !== null)));
  const { rows } = await sql<{ row: MapValueRow }>`
    select row from map_value where customer_id = ${customerId} and id = any(${[...ids]}::bigint[]) and not deleted`.execute(db);
  return new Map(rows.map(({ row }) => [row.id, row]));
}

type Mapping = { readonly kind: MapKind; readonly id: string };
const keyOf = (kind: MapKind, id: string): string => `${kind}/${id}`;

function mappingsOf(jobs: readonly JobRow[], texts: ReadonlyMap<number, MapValueRow>): Mapping[] {
  const own = jobs.flatMap((job) => mapKinds.map((kind) => ({ kind, id: job[mapFields[kind].own] })));
  const shared = [...texts.values()].map(({ kind, mappedId }) => ({ kind, id: mappedId }));
  return [...own, ...shared].filter((one): one is Mapping => one.id !== null);
}

/** Entries of the reference lists by kind and id. Where several targets have one id, that of the first target counts. */
async function valuesOf(
  db: Db | Tx,
  { customerId }: ExportPlace,
  mappings: readonly Mapping[],
): Promise<Map<string, AtsValueRow>> {
  const values = new Map<string, AtsValueRow>();
  for (const kind of mapKinds) {
    const ids = new Set(mappings.filter((one) => one.kind === kind).map(({ id }) => id));
    if (ids.size === 0) continue;
    const { rows } = await sql<{ row: AtsValueRow }>`
      select row from ats_value where customer_id = ${customerId} and kind = ${kind} and ext_id = any(${[...ids]}::text[])
        and not deleted order by target_id desc, id desc`.execute(db);
    for (const { row } of rows) values.set(keyOf(kind, row.extId), row);
  }
  return values;
}
