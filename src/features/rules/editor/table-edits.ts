import type { RuleTable, TableColumn } from '#contract/rows/rule-rows.ts';

/** The two sides of a table: the conditions of a line, and the values it writes. */
export type Side = 'sources' | 'targets';

/** Columns narrower than this cannot be read. */
export const columnWidth = 175;

/** Index of a column in the cells of a line. */
const placeOf = (table: RuleTable, side: Side, at: number): number => (side === 'sources' ? at : table.sources.length + at);

/** Adds a column at the end of its side, blank in every line. */
export function withColumn(table: RuleTable, side: Side, column: TableColumn): RuleTable {
  const place = placeOf(table, side, table[side].length);
  const lines = table.lines.map((line) => line.toSpliced(place, 0, ''));
  return { ...table, [side]: [...table[side], column], lines };
}

export function withoutColumn(table: RuleTable, side: Side, at: number): RuleTable {
  const place = placeOf(table, side, at);
  return { ...table, [side]: table[side].toSpliced(at, 1), lines: table.lines.map((line) => line.toSpliced(place, 1)) };
}

const fold = (text: string): string => text.trim().toLowerCase();

/**
 * For each line, the earlier line that matches everything it matches, or null. A covered line is never reached. An empty
 * source cell matches everything, so a line with one covers all lines that agree with its other cells.
 */
export function coveredBy({ sources, lines }: RuleTable): readonly (number | null)[] {
  const asked = lines.map((line) => line.slice(0, sources.length).map(fold));
  const first = new Map<string, number>();
  const wide: number[] = [];
  return asked.map((cells, at) => {
    const key = JSON.stringify(cells);
    const before = [first.get(key), wide.find((line) => covers(asked[line] ?? [], cells))].filter((line) => line !== undefined);
    if (!first.has(key)) first.set(key, at);
    if (cells.includes('')) wide.push(at);
    return before.length === 0 ? null : Math.min(...before);
  });
}

const covers = (wide: readonly string[], narrow: readonly string[]): boolean =>
  wide.every((cell, i) => cell === '' || cell === narrow[i]);

/** For each table column, the file column with the same name, or null. */
export const fileColumns = (names: readonly string[], header: readonly string[]): readonly (number | null)[] =>
  names.map((name) => {
    const at = header.findIndex((title) => fold(title) === fold(name));
    return at < 0 ? null : at;
  });
