import { no, ok, type Result } from '#contract/kit/result.ts';
import type { RefusedRow } from './collect-records.ts';
import { comparable } from './field-aliases.ts';
import type { FeedProblem } from './files/feed-problem.ts';
import { readFeed } from './files/read-feed.ts';

/**
 * A column of a list: its accepted headings, its name for people, and the maximum length of a cell. `needs`: every row must have
 * a `cell`, only the file must have the `column`, or neither.
 */
export type NamedColumn = {
  readonly headings: readonly string[];
  readonly label: string;
  readonly needs: 'cell' | 'column' | 'neither';
  readonly longest: number;
};

/** The valid rows of a list, and those that break a rule of a column. */
export type NamedTable<F extends string> = { readonly rows: readonly Row<F>[]; readonly refused: readonly RefusedRow[] };
type Row<F extends string> = { readonly row: number; readonly cells: Readonly<Record<F, string>> };

/**
 * Reads a list whose columns are found by their headings. Cells of valid rows are trimmed; a missing cell is empty text. A row
 * that breaks a column's rule is refused with column, value and remedy. A file without a required column is refused as a whole.
 */
export async function readNamedTable<F extends string>(
  bytes: Uint8Array,
  columns: Readonly<Record<F, NamedColumn>>,
): Promise<Result<{ rows: Row<F>[]; refused: RefusedRow[] }, FeedProblem>> {
  const table = await readFeed(bytes);
  if (!table.ok) return table;
  const fields = Object.keys(columns) as F[];
  const known = table.value.columns.map(comparable);
  const at = new Map(fields.map((field) => [field, placeOf(known, columns[field])]));
  const missing = fields
    .filter((field) => columns[field].needs !== 'neither' && at.get(field) === -1)
    .map((field) => columns[field].label);
  if (missing.length > 0) {
    const all = fields.map((field) => columns[field].headings[0] ?? '').join(', ');
    return no({
      kind: 'no_records',
      words: `The file has no column for the ${missing.join(' and the ')}. Call its columns ${all}.`,
    });
  }
  const rows: Row<F>[] = [];
  const refused: RefusedRow[] = table.value.badRows.map(({ row, problem, shown }) => ({
    row,
    problems: [{ field: 'row', column: '', value: shown, problem, remedy: 'Fix the row, or leave it out.' }],
  }));
  for (const { row, cells } of table.value.rows) {
    const texts = Object.fromEntries(fields.map((field) => [field, cells[at.get(field) ?? -1]?.trim() ?? ''])) as Record<
      F,
      string
    >;
    const problems = fields.flatMap((field) =>
      problemsOf(field, columns[field], texts[field], table.value.columns[at.get(field) ?? -1]),
    );
    if (problems.length > 0) refused.push({ row, problems });
    else rows.push({ row, cells: texts });
  }
  return ok({ rows, refused });
}

const placeOf = (known: readonly string[], { headings }: NamedColumn): number =>
  headings.map((heading) => known.indexOf(comparable(heading))).find((index) => index !== -1) ?? -1;

function problemsOf(field: string, { label, needs, longest }: NamedColumn, value: string, column = ''): RefusedRow['problems'] {
  const problem = { field, column, value };
  if (needs === 'cell' && value === '')
    return [{ ...problem, problem: `The ${label} is empty.`, remedy: 'Fill it in, or leave the row out.' }];
  if (value.length > longest)
    return [{ ...problem, problem: `The ${label} is longer than ${String(longest)} characters.`, remedy: 'Shorten it.' }];
  return [];
}
