import type { WireColumn, WireColumns } from '#contract/columns.ts';
import type { CollectionName } from '#contract/rows.ts';
import { cellAt } from '#domain/columns/cell-at.ts';
import { instantOf } from '#domain/columns/instant.ts';
import { rowFields } from './row-fields.ts';
import type { Row, StoredBlock, StoredColumn } from './tables.ts';

/** Rows a block holds when this device makes it. */
export const blockRows = 2000;

/** A block as it came over the wire, with its rows put in order of id; null when its columns do not agree. */
export function blockFromWire(collection: CollectionName, no: number, wire: WireColumns): StoredBlock | null {
  const id = wire.columns['id'];
  if (id?.kind !== 'num') return null;
  const lengths = Object.values(wire.columns).map((column) =>
    column.kind === 'dict' ? column.codes.length : column.values.length,
  );
  if (lengths.some((length) => length !== wire.rows)) return null;
  const ids = id.values as number[];
  const sorted = ids.every((value, i) => i === 0 || (ids[i - 1] ?? 0) < value);
  const order = sorted ? null : ids.map((_, i) => i).sort((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0));
  const columns = Object.entries(wire.columns)
    .filter(([field]) => field !== 'id')
    .map(([field, column]) => [field, storedFromWire(column, order)] as const);
  return { collection, no, ids: Float64Array.from(inOrder(ids, order)), columns: Object.fromEntries(columns) };
}

const inOrder = <T>(values: readonly T[], order: readonly number[] | null): readonly T[] =>
  order ? order.map((i) => values[i] as T) : values;

function storedFromWire(column: WireColumn, order: readonly number[] | null): StoredColumn {
  switch (column.kind) {
    case 'dict':
      return textColumn({
        kind: 'dict',
        values: column.values,
        codes: packed(inOrder(column.codes, order), column.values.length),
      });
    case 'num':
      return numberColumn(inOrder(column.values, order));
    case 'json':
      return jsonColumn(inOrder(column.values, order));
  }
}

/** Makes a block of rows that stand in order of id. A column whose rows are all null is left out. */
export function blockFromRows(collection: CollectionName, no: number, rows: readonly Row[]): StoredBlock {
  const columns: Record<string, StoredColumn> = {};
  for (const field of rowFields[collection]) {
    if (field === 'id') continue;
    const column = columnOf(rows.map((row) => row[field] ?? null));
    if (column) columns[field] = column;
  }
  return { collection, no, ids: Float64Array.from(rows, (row) => row.id), columns };
}

function columnOf(values: readonly unknown[]): StoredColumn | null {
  const present = values.filter((value) => value !== null);
  if (present.length === 0) return null;
  if (present.every((value) => typeof value === 'number')) return numberColumn(values as (number | null)[]);
  if (present.every((value) => typeof value === 'string')) {
    const texts = coded(values, values, values.length);
    return texts && textColumn(texts);
  }
  return jsonColumn(values);
}

type Dictionary = StoredColumn & { kind: 'dict' };

/** More distinct values than one for so many rows are not worth a dictionary. */
const rowsPerValue = 4;

/** Texts as they come, or as instants where they are such and few rows share one: a third of the size, and read as numbers anyway. */
function textColumn(texts: Dictionary): StoredColumn {
  if (texts.values.length <= texts.codes.length / rowsPerValue) return texts;
  const instants = new Float64Array(texts.values.length);
  for (const [code, text] of texts.values.entries()) {
    const instant = text === null ? Number.NaN : instantOf(text as string);
    if (Number.isNaN(instant) && text !== null) return texts;
    instants[code] = instant;
  }
  const values = new Float64Array(texts.codes.length);
  for (let i = 0; i < values.length; i++) values[i] = instants[texts.codes[i] ?? 0] ?? Number.NaN;
  return { kind: 'instant', values };
}

const numberColumn = (values: readonly (number | null)[]): StoredColumn =>
  coded(values, values, values.length / rowsPerValue) ?? { kind: 'num', values: numbers(values) };

function jsonColumn(values: readonly unknown[]): StoredColumn {
  // No text of JSON is a truth value or a number, so these can stand for themselves.
  const keys = values.map((value) => (typeof value === 'boolean' || typeof value === 'number' ? value : JSON.stringify(value)));
  return coded(values, keys, values.length / rowsPerValue) ?? { kind: 'json', values };
}

/** A dictionary of values that are the same where their keys are; null where it would hold more than `most`. */
function coded(values: readonly unknown[], keys: readonly unknown[], most: number): Dictionary | null {
  const codeOf = new Map<unknown, number>();
  const distinct: unknown[] = [];
  const codes = new Uint32Array(values.length);
  for (let i = 0; i < codes.length; i++) {
    const known = codeOf.get(keys[i]);
    if (known === undefined) {
      if (distinct.length >= most) return null;
      codeOf.set(keys[i], distinct.length);
      codes[i] = distinct.push(values[i]) - 1;
    } else codes[i] = known;
  }
  return { kind: 'dict', values: distinct, codes: packed(codes, distinct.length) };
}

const packed = (codes: ArrayLike<number>, distinct: number) =>
  distinct <= 0xff ? new Uint8Array(codes) : distinct <= 0xffff ? new Uint16Array(codes) : new Uint32Array(codes);

/** A plain loop, as `from` with a function takes ten times as long. */
function numbers(values: readonly (number | null)[]): Float64Array<ArrayBuffer> {
  const packed = new Float64Array(values.length);
  for (let i = 0; i < packed.length; i++) packed[i] = values[i] ?? Number.NaN;
  return packed;
}

/** Position of an id in a block, -1 when it is not there. */
export function positionOf(block: StoredBlock, id: number): number {
  let low = 0;
  let high = block.ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = block.ids[middle] ?? 0;
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** One row of a block with every field of its collection; a column that was left out reads as null. */
export function rowAt(block: StoredBlock, position: number): Row {
  const row: Record<string, unknown> = { id: block.ids[position] };
  for (const field of rowFields[block.collection]) if (field !== 'id') row[field] = cellAt(block.columns[field], position);
  return row as Row;
}

/** All rows of a block, ascending by id. */
export const rowsOf = (block: StoredBlock): Row[] => Array.from(block.ids, (_, position) => rowAt(block, position));
