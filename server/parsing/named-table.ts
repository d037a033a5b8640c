import { no, ok, type Result } from '#contract/kit/result.ts';
import { comparable } from '#domain/file-columns/header-words.ts';
import type { RefusedRow } from './collect-records.ts';
import type { FeedProblem } from './files/feed-problem.ts';
import type { FeedFormat } from './files/feed-table.ts';
import { readFeed } from './files/read-feed.ts';

/**
 * A column of a list: its accepted headings, its name for people, and the maximum length of a cell. `needs`: every row must have
 * a `cell`, only the file must have the `column`, or neither. The first heading that the file has is used; of headings in one
 * group, the leftmost. `orSameAs` names the column to use instead, if the file has none of them.
 */
export type NamedColumn = {
  readonly headings: readonly (string | readonly string[])[];
  readonly label: string;
  readonly needs: 'cell' | 'column' | 'neither';
  readonly longest: number;
  readonly orSameAs?: string;
};

/** The valid rows of a list, and those that break a rule of a column. */
export type NamedTable<F extends string> = { readonly rows: readonly TableRow<F>[]; readonly refused: readonly RefusedRow[] };
export type TableRow<F extends string> = { readonly row: number; readonly cells: Readonly<Record<F, string>> };

/**
 * Reads a list whose columns are found by their headings. Cells of valid rows are trimmed; a missing cell is empty text. A row
 * that breaks a column's rule is refused with column, value and remedy. A file without a required column, or with more than
 * `mostRows` rows, is refused as a whole.
 */
export async function readNamedTable<F extends string>(
  bytes: Uint8Array,
  columns: Readonly<Record<F, NamedColumn>>,
  mostRows: number,
): Promise<Result<NamedTable<F> & { readonly format: FeedFormat }, FeedProblem>> {
  const table = await readFeed(bytes);
  if (!table.ok) return table;
  if (table.value.rows.length + table.value.badRows.length > mostRows)
    return no({ kind: 'too_large', words: `The file has more than ${mostRows.toLocaleString('en-US')} rows. Split it.` });
  const fields = Object.keys(columns) as F[];
  const at = placesOf(table.value.columns.map(comparable), columns);
  const missing = fields.filter((field) => columns[field].needs !== 'neither' && at(field) === -1);
  if (missing.length > 0) return no(withoutColumns(columns, missing));
  const rows: TableRow<F>[] = [];
  const refused: RefusedRow[] = table.value.badRows.map(({ row, problem, shown }) => ({
    row,
    problems: [{ field: 'row', column: '', value: shown, problem, remedy: 'Fix the row, or leave it out.' }],
  }));
  for (const { row, cells } of table.value.rows) {
    const texts = Object.fromEntries(fields.map((field) => [field, cells[at(field)]?.trim() ?? ''])) as Record<F, string>;
    const problems = fields.flatMap((field) => problemsOf(field, columns[field], texts[field], table.value.columns[at(field)]));
    if (problems.length > 0) refused.push({ row, problems });
    else rows.push({ row, cells: texts });
  }
  return ok({ rows, refused: refused.sort((a, b) => a.row - b.row), format: table.value.format });
}

/** The place of each field's column in the file, or -1. */
function placesOf<F extends string>(known: readonly string[], columns: Readonly<Record<F, NamedColumn>>): (field: F) => number {
  const places = new Map<string, number>();
  const placeOf = ({ headings }: NamedColumn): number => {
    const found = headings.map((group) => {
      const names = new Set([group].flat().map(comparable));
      return known.findIndex((name) => names.has(name));
    });
    return found.find((index) => index !== -1) ?? -1;
  };
  const all = Object.entries<NamedColumn>(columns);
  for (const [field, column] of all) places.set(field, placeOf(column));
  for (const [field, { orSameAs }] of all)
    if (places.get(field) === -1 && orSameAs !== undefined) places.set(field, places.get(orSameAs) ?? -1);
  return (field) => places.get(field) ?? -1;
}

function withoutColumns<F extends string>(columns: Readonly<Record<F, NamedColumn>>, missing: readonly F[]): FeedProblem {
  const labels = missing.map((field) => columns[field].label).join(' and the ');
  const names = Object.values<NamedColumn>(columns).flatMap(({ headings }) => [headings[0] ?? []].flat().slice(0, 1));
  return { kind: 'no_records', words: `The file has no column for the ${labels}. Call its columns ${names.join(', ')}.` };
}

function problemsOf(field: string, { label, needs, longest }: NamedColumn, value: string, column = ''): RefusedRow['problems'] {
  const problem = { field, column, value };
  if (needs === 'cell' && value === '')
    return [{ ...problem, problem: `The ${label} is empty.`, remedy: 'Fill it in, or leave the row out.' }];
  if (value.length > longest)
    return [{ ...problem, problem: `The ${label} is longer than ${String(longest)} characters.`, remedy: 'Shorten it.' }];
  return [];
}
