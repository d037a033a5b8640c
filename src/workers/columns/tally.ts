import type { AnyColumn } from './any-column.ts';
import type { Cell } from './grid-schema.ts';

/** Rows with one value of a column: how many, the total of another column, and how many of them are blank in that one. */
export type Tally = { readonly value: Cell; readonly count: number; readonly total: number; readonly blanks: number };

/** Groups these rows by the value of one column and adds up another, in no particular order. A blank value is a group of its own. */
export function tallyOf(by: AnyColumn, amount: AnyColumn, rows: Uint32Array): Tally[] {
  const tallies = new Map<Cell, { count: number; total: number; blanks: number }>();
  for (const row of rows) {
    const value = by.cell(row);
    const tally = tallies.get(value) ?? { count: 0, total: 0, blanks: 0 };
    tallies.set(value, tally);
    const cell = amount.cell(row);
    tally.count += 1;
    if (typeof cell === 'number') tally.total += cell;
    else tally.blanks += 1;
  }
  return Array.from(tallies, ([value, tally]) => ({ value, ...tally }));
}
