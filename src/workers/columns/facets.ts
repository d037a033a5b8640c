import type { AnyColumn } from './any-column.ts';
import type { Codes } from './coded.ts';
import { DerivedNumberColumn, DerivedTextColumn } from './derived-column.ts';
import type { Cell } from './grid-schema.ts';
import { TextColumn } from './text-column.ts';

export type Facet = { readonly value: Cell; readonly count: number };

/** Distinct cells of a column in the given rows with their counts. Most frequent first, ties by value. */
export function facetsOf(column: AnyColumn, rows: Uint32Array): Facet[] {
  const counts = new Map<Cell, number>();
  const add = (row: number, count: number) => {
    const value = column.cell(row);
    counts.set(value, (counts.get(value) ?? 0) + count);
  };
  const base = column instanceof DerivedTextColumn || column instanceof DerivedNumberColumn ? column.base : column;
  if (base instanceof TextColumn && base.codes) countCodes(base.codes, base.texts.size, rows, add);
  else for (const row of rows) add(row, 1);
  return Array.from(counts, ([value, count]) => ({ value, count })).sort(
    (a, b) => b.count - a.count || compareCells(a.value, b.value),
  );
}

/** For each code that occurs, reports one row and the number of rows that share the code. */
function countCodes(
  codes: NonNullable<Codes>,
  distinct: number,
  rows: Uint32Array,
  add: (row: number, count: number) => void,
): void {
  const counts = new Uint32Array(distinct);
  const example = new Uint32Array(distinct);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    const code = codes[row] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
    example[code] = row;
  }
  for (const [code, count] of counts.entries()) if (count > 0) add(example[code] ?? 0, count);
}

function compareCells(a: Cell, b: Cell): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}
