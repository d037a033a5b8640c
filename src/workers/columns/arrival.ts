import type { Condition } from '#domain/query/condition.ts';
import { asNumbers } from './any-column.ts';
import { hasBit } from './bits/bitmap.ts';
import { scanOfRows } from './bits/scan.ts';
import type { StartOfDay, Test } from './column.ts';
import type { Table } from './table.ts';

/** How long a first collection takes: its jobs are a source's stock. */
const stockMs = 3_600_000;

/** Tests for rows that arrived since a day, after the first ones with the same number in `by`. */
export function arrival(
  { column, by, from, zone }: Extract<Condition, { kind: 'arrival' }>,
  table: Table,
  startOfDay: StartOfDay,
): Test {
  const [at, group] = [asNumbers(table.column(column), column), asNumbers(table.column(by), by)];
  const since = startOfDay(from, zone);
  const firsts = new Map<number, number>();
  const { alive } = table;
  const rows = alive.length * 32;
  for (let row = 0; row < rows; row++) {
    if (!hasBit(alive, row)) continue;
    const [key, value] = [group.value(row), at.value(row)];
    if (value < (firsts.get(key) ?? Number.POSITIVE_INFINITY)) firsts.set(key, value);
  }
  const test = (row: number): boolean => {
    const [key, value] = [group.value(row), at.value(row)];
    const first = firsts.get(key);
    // A group that came after this condition was compiled: its first row is its first.
    if (first === undefined && !Number.isNaN(value)) firsts.set(key, value);
    return value >= since && value > (first ?? value) + stockMs;
  };
  return { scan: () => scanOfRows((row) => hasBit(alive, row) && test(row)), test };
}
