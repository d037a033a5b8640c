import type { AnyColumn } from './any-column.ts';
import { DerivedNumberColumn, DerivedTextColumn } from './derived-column.ts';
import type { Cell } from './grid-schema.ts';
import { TextColumn } from './text-column.ts';

export type Facet = { readonly value: Cell; readonly count: number };

/** Distinct cells of a column over the given rows with their counts, the most frequent first, ties by value. */
export function facetsOf(column: AnyColumn, rows: Uint32Array): Facet[] {
  const counts = new Map<Cell, number>();
  for (const [row, count] of distinctRows(column, rows)) {
    const value = column.cell(row);
    counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return Array.from(counts, ([value, count]) => ({ value, count })).sort(
    (a, b) => b.count - a.count || compareCells(a.value, b.value),
  );
}

/** A row for each distinct code with the number of rows that share it; each row for itself where there are no codes. */
function distinctRows(column: AnyColumn, rows: Uint32Array): Iterable<readonly [row: number, count: number]> {
  const base = column instanceof DerivedTextColumn || column instanceof DerivedNumberColumn ? column.base : column;
  if (!(base instanceof TextColumn) || !base.codes) return Array.from(rows, (row) => [row, 1] as const);
  const counts = new Uint32Array(base.texts.size);
  const example = new Uint32Array(base.texts.size);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    const code = base.codes[row] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
    example[code] = row;
  }
  return Array.from(example, (row, code) => [row, counts[code] ?? 0] as const).filter(([, count]) => count > 0);
}

function compareCells(a: Cell, b: Cell): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}
