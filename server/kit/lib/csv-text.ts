import { formulaStart } from '#contract/kit/formula.ts';

/** Rows as lines of CSV (RFC 4180). A cell that a spreadsheet would run is text [D5.4]. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

/** One cell: a formula behind an apostrophe, and in quotes where the text needs them. */
function cellOf(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
