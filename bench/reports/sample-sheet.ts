import type { SheetCell, SheetData, SheetType } from '#domain/sheet/sheet-data.ts';
import { sampleJobs, sampleSchema } from '../grid/sample-jobs.ts';

/** Length of `2026-11-27T23:30`. */
const clockLength = 16;
const columns = sampleSchema.columns
  .filter(({ key }) => key !== 'chgMap')
  .map(({ key, type }) => ({ key, type: typeOf(key, type) }));

function typeOf(key: string, type: string): SheetType {
  if (type === 'date' || type === 'instant') return type;
  return /Rate$|Fee$|Stipend$|^pay/.test(key) ? 'money' : 'plain';
}

/** A report of staged jobs: 60 columns of texts, numbers, amounts, days and times. The same rows at every call. */
export function sampleSheet(rows: number): SheetData & { readonly types: readonly SheetType[] } {
  return {
    labels: columns.map(({ key }) => key),
    types: columns.map(({ type }) => type),
    rows: sampleJobs(0, rows).map((job) =>
      columns.map(({ key, type }): SheetCell => {
        const value = job[key] ?? null;
        if (value === '') return null;
        return type === 'instant' && typeof value === 'string' ? value.slice(0, clockLength) : value;
      }),
    ),
  };
}
