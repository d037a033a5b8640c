import type { ColumnBlock, WireColumns } from '#contract/columns.ts';
import { cellAt } from './cell-at.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Turns rows into a block of columns: texts as a dictionary, numbers as numbers, all else (and mixtures) as JSON values. A field
 * that a row lacks counts as null; a column that is null throughout is left out.
 */
export function packColumns(rows: readonly Row[]): WireColumns {
  const columns: WireColumns['columns'] = {};
  for (const key of keysOf(rows)) {
    const column = packColumn(rows.map((row) => row[key] ?? null));
    if (column) columns[key] = column;
  }
  return { rows: rows.length, columns };
}

/** Every field, in the order of its first appearance. */
function keysOf(rows: readonly Row[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const row of rows) for (const key in row) keys.add(key);
  return keys;
}

function packColumn(values: unknown[]): WireColumns['columns'][string] | null {
  const sample = values.find((value) => value !== null);
  if (sample === undefined) return null;
  if (typeof sample === 'string' && values.every(isText)) return packTexts(values);
  return values.every(isNumber) ? { kind: 'num', values } : { kind: 'json', values };
}

const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';
// JSON has no word for infinities and NaN.
const isNumber = (value: unknown): value is number | null => value === null || Number.isFinite(value);

function packTexts(values: readonly (string | null)[]): WireColumns['columns'][string] {
  const codeOf = new Map<string | null, number>();
  const codes = values.map((value) => {
    const known = codeOf.get(value);
    if (known !== undefined) return known;
    codeOf.set(value, codeOf.size);
    return codeOf.size - 1;
  });
  return { kind: 'dict', values: [...codeOf.keys()], codes };
}

/** The rows of a block, each with every column of the block; what was null or lacking is null. */
export function unpackColumns(block: ColumnBlock): Record<string, unknown>[] {
  const columns = Object.entries(block.columns);
  return Array.from({ length: block.rows }, (_, row) =>
    Object.fromEntries(columns.map(([key, column]) => [key, cellAt(column, row)])),
  );
}
