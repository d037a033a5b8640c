import type { ColumnBlock, WireColumn, WireColumns } from '#contract/kit/columns.ts';
import { cellAt } from './cell-at.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Packs rows into a block of columns. Texts, and values that many rows share, are stored once in a dictionary. Other numbers are
 * stored as numbers, everything else (and mixtures) as JSON values. A missing field counts as null; an all-null column is left
 * out.
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

/** A dictionary is used only if there are at least this many rows per distinct value. */
const rowsPerValue = 4;

function packColumn(values: unknown[]): WireColumn | null {
  const sample = values.find((value) => value !== null);
  if (sample === undefined) return null;
  const few = values.length / rowsPerValue;
  if (typeof sample === 'string' && values.every(isText)) return coded(values, values, values.length);
  if (values.every(isNumber)) return coded(values, values, few) ?? { kind: 'num', values };
  return coded(values, values.map(keyOf), few) ?? { kind: 'json', values };
}

const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';
// JSON cannot represent infinities and NaN.
const isNumber = (value: unknown): value is number | null => value === null || Number.isFinite(value);
// Booleans and numbers can be their own keys, because no JSON text equals one of them.
const keyOf = (value: unknown) => (typeof value === 'boolean' || typeof value === 'number' ? value : JSON.stringify(value));

/** A dictionary of the values; values with the same key are the same. Null if it would have more than `most` entries. */
function coded(values: readonly unknown[], keys: readonly unknown[], most: number): WireColumn | null {
  const codeOf = new Map<unknown, number>();
  const distinct: unknown[] = [];
  const codes: number[] = [];
  for (const [row, key] of keys.entries()) {
    let code = codeOf.get(key);
    if (code === undefined) {
      code = distinct.push(values[row]) - 1;
      if (distinct.length > most) return null;
      codeOf.set(key, code);
    }
    codes.push(code);
  }
  return { kind: 'dict', values: distinct, codes };
}

/** The rows of a block, each with every column of the block. A null or missing value is null. */
export function unpackColumns(block: ColumnBlock): Record<string, unknown>[] {
  const columns = Object.entries(block.columns);
  return Array.from({ length: block.rows }, (_, row) =>
    Object.fromEntries(columns.map(([key, column]) => [key, cellAt(column, row)])),
  );
}
