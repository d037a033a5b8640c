import { sql } from 'kysely';
import type { NameOf } from '#domain/reports/exports/export-sheet.ts';
import { ruleLineSheet, ruleSheet, substitutionSheet } from '#domain/reports/exports/rule-sheets.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { countRows, type ExportPlace, plainSource, readRows, type SheetSource, sourceOf } from './sheet-source.ts';

/** The business rules that a person sees. */
export const ruleSource = (place: ExportPlace, sourceName: NameOf): SheetSource =>
  plainSource('rules', ruleSheet(sourceName, place.names), place, 'rule');

/** The lines of those of them that are table rules. */
export const ruleLineSource = (place: ExportPlace): SheetSource =>
  sourceOf(
    'rules',
    ruleLineSheet(place.names),
    countRows(
      place,
      'rule',
      sql`case when jsonb_typeof(row -> 'table') = 'object' then jsonb_array_length(row -> 'table' -> 'lines') else 0 end`,
    ),
    async (db, after) => {
      const rules = await readRows(db, place, 'rule', after);
      return {
        things: rules,
        rows: rules.flatMap((rule) => (rule.table?.lines ?? []).map((_, at) => ({ rule, place: at }))),
      };
    },
  );

/** The rules that rewrite degrees and specialties. */
export const substitutionSource = (place: ExportPlace): SheetSource =>
  sourceOf('rules', substitutionSheet, countRows(place, 'substitutionRule'), async (db, after) => {
    const rules = await readRows(db, place, 'substitutionRule', after);
    const ids = [...new Set(rules.map(({ targetId }) => targetId))];
    const names = await rowsOf(db, place.customerId, 'substitutionTarget', { where: sql`id = any(${ids}::bigint[])` });
    return {
      things: rules,
      rows: rules.map((rule) => ({ rule, name: names.find(({ id }) => id === rule.targetId)?.name ?? null })),
    };
  });
