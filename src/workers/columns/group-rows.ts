import { asAsked, asNumbers } from './any-column.ts';
import type { Asked } from './column.ts';
import type { Table } from './table.ts';

/** Whether two rows differ in a column. Two blanks do not. */
function differs(column: Asked, a: number, b: number): boolean {
  const order = column.compare(a, b);
  return order === null ? column.isBlank(a) !== column.isBlank(b) : order !== 0;
}

/**
 * Where groups start among sorted rows: for each row the level of the outermost group that starts there, or the number of `keys` where
 * none does; and how many groups there are at all levels.
 */
export function groupStarts(table: Table, rows: Uint32Array, keys: readonly string[]): { levels: Uint8Array; groups: number } {
  const columns = keys.map((key) => asAsked(table.column(key), key));
  const levels = new Uint8Array(rows.length);
  let groups = rows.length > 0 ? keys.length : 0;
  for (let at = 1; at < rows.length; at++) {
    const [before, row] = [rows[at - 1] ?? 0, rows[at] ?? 0];
    let level = 0;
    for (const column of columns) {
      if (differs(column, before, row)) break;
      level++;
    }
    levels[at] = level;
    groups += keys.length - level;
  }
  return { levels, groups };
}

/** The sum of a number column over rows. Blanks count as 0. */
export function sumOver(table: Table, rows: Uint32Array, key: string): number {
  const column = asNumbers(table.column(key), key);
  let sum = 0;
  for (const row of rows) sum += column.value(row) || 0;
  return sum;
}
