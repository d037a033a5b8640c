import { sql } from 'kysely';
import type { AtsValueRow } from '#contract/rows/rows.ts';
import type { NameOf } from '#domain/reports/exports/export-sheet.ts';
import { fieldMappingSheet, flexMappingSheet, mappingSheet } from '#domain/reports/exports/mapping-sheets.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { countRows, type ExportPlace, plainSource, readRows, type SheetSource, sourceOf } from './sheet-source.ts';

/** The texts of vendors with what they are mapped to. */
export const mappingSource = (place: ExportPlace, targetName: NameOf, sourceName: NameOf): SheetSource =>
  sourceOf('mappings', mappingSheet(targetName, sourceName, place.names), countRows(place, 'mapValue'), async (db, after) => {
    const values = await readRows(db, place, 'mapValue', after);
    const names = await namesOf(db, place, [...new Set(values.flatMap(({ mappedId }) => mappedId ?? []))]);
    const rows = values.map((value) => ({
      value,
      mappedName: names.get(`${value.targetId}/${value.kind}/${value.mappedId}`) ?? null,
    }));
    return { things: values, rows };
  });

/** Names of entries of the reference lists by target, kind and id. */
async function namesOf(db: Db | Tx, { customerId }: ExportPlace, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ row: AtsValueRow }>`
    select row from ats_value where customer_id = ${customerId} and ext_id = any(${[...ids]}::text[]) and not deleted`.execute(
    db,
  );
  return new Map(rows.map(({ row }) => [`${row.targetId}/${row.kind}/${row.extId}`, row.name]));
}

/** The lines of the ATS field mapping. */
export const fieldMappingSource = (place: ExportPlace, targetName: NameOf): SheetSource =>
  plainSource('mappings', fieldMappingSheet(targetName, place.names), place, 'fieldMapping');

/** The lines of the flex mappings, of which each target has one. */
export const flexMappingSource = (place: ExportPlace, targetName: NameOf): SheetSource =>
  sourceOf(
    'mappings',
    flexMappingSheet(targetName, place.names),
    countRows(place, 'flexMapping', sql`jsonb_array_length(row -> 'lines')`),
    async (db, after) => {
      const mappings = await readRows(db, place, 'flexMapping', after);
      return {
        things: mappings,
        rows: mappings.flatMap((mapping) => mapping.lines.map((_, at) => ({ mapping, place: at }))),
      };
    },
  );
