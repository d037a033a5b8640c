import { asAsked, asNumbers } from './any-column.ts';
import type { Table } from './table.ts';

/**
 * Where groups start among sorted rows: for each row the level of the outermost group that starts there, or the number of `keys` where
 * none does; and how many groups there are at all levels. Values are equal if they sort as equal.
 */
export function groupStarts(table: Table, rows: Uint32Array, keys: readonly string[]): { levels: Uint8Array; groups: number } {
  const levels = new Uint8Array(rows.length).fill(keys.length);
  if (rows.length > 0) levels[0] = 0;
  const sortKeys = new Uint32Array(rows.length);
  for (const [level, key] of keys.entries()) {
    for (const write of asAsked(table.column(key), key).keyWriters(rows, rows.length, false)) {
      write(rows, rows.length, sortKeys);
      markStarts(levels, level, sortKeys);
    }
  }
  const groups = levels.reduce((sum, level) => sum + keys.length - level, 0);
  return { levels, groups };
}

/** Lowers the level of each row whose sort key differs from the one before. */
function markStarts(levels: Uint8Array, level: number, sortKeys: Uint32Array): void {
  for (let at = 1; at < levels.length; at++)
    if (sortKeys[at] !== sortKeys[at - 1] && (levels[at] ?? 0) > level) levels[at] = level;
}

/** The sum of a number column over rows. Blanks count as 0. */
export function sumOver(table: Table, rows: Uint32Array, key: string): number {
  const column = asNumbers(table.column(key), key);
  let sum = 0;
  for (const row of rows) sum += column.value(row) || 0;
  return sum;
}
