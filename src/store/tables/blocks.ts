import type { WireColumn, WireColumns } from '#contract/kit/columns.ts';
import type { CollectionName } from '#contract/rows/rows.ts';
import { cellAt } from '#domain/columns/cell-at.ts';
import { instantOf } from '#domain/columns/instant.ts';
import { packColumns } from '#domain/columns/pack-columns.ts';
import { rowFields } from './row-fields.ts';
import type { Row, StoredBlock, StoredColumn } from './tables.ts';

/** Rows per block when this device makes the block. */
export const blockRows = 2000;

/** Converts a block from the service and sorts its rows by id. Null when its columns are inconsistent. */
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
  return { collection, no, ids: Float64Array.from(inOrder(ids, order)), columns: storedColumns(wire.columns, order) };
}

/** Makes a block of rows that are sorted by id. Columns in which all rows are null are left out. */
export function blockFromRows(collection: CollectionName, no: number, rows: readonly Row[]): StoredBlock {
  return {
    collection,
    no,
    ids: Float64Array.from(rows, ({ id }) => id),
    columns: storedColumns(packColumns(rows).columns, null),
  };
}

function storedColumns(columns: WireColumns['columns'], order: readonly number[] | null): StoredBlock['columns'] {
  const { id: _, ...others } = columns;
  return Object.fromEntries(Object.entries(others).map(([field, column]) => [field, storedColumn(column, order)]));
}

const inOrder = <T>(values: readonly T[], order: readonly number[] | null): readonly T[] =>
  order ? order.map((i) => values[i] as T) : values;

function storedColumn(column: WireColumn, order: readonly number[] | null): StoredColumn {
  switch (column.kind) {
    case 'dict':
      return dictionary(column.values, packed(inOrder(column.codes, order), column.values.length));
    case 'num':
      return { kind: 'num', values: numbers(inOrder(column.values, order)) };
    case 'json':
      return { kind: 'json', values: inOrder(column.values, order) };
  }
}

/** With more than one distinct text per this many rows, a column is checked for instants. */
const rowsPerValue = 4;

/**
 * A dictionary, or instants as numbers when few rows share a value. Numbers take a third of the space, and readers need numbers
 * anyway.
 */
function dictionary(values: readonly unknown[], codes: Codes): StoredColumn {
  const texts: StoredColumn = { kind: 'dict', values, codes };
  if (values.length <= codes.length / rowsPerValue) return texts;
  const instantOfCode = new Float64Array(values.length);
  for (const [code, value] of values.entries()) {
    const instant = typeof value === 'string' ? instantOf(value) : Number.NaN;
    if (Number.isNaN(instant) && value !== null) return texts;
    instantOfCode[code] = instant;
  }
  const instants = new Float64Array(codes.length);
  for (let i = 0; i < instants.length; i++) instants[i] = instantOfCode[codes[i] ?? 0] ?? Number.NaN;
  return { kind: 'instant', values: instants };
}

type Codes = (StoredColumn & { kind: 'dict' })['codes'];

const packed = (codes: readonly number[], distinct: number): Codes =>
  distinct <= 0xff ? new Uint8Array(codes) : distinct <= 0xffff ? new Uint16Array(codes) : new Uint32Array(codes);

/** A plain loop, because `from` with a function takes ten times as long. */
function numbers(values: readonly (number | null)[]): Float64Array<ArrayBuffer> {
  const packed = new Float64Array(values.length);
  for (let i = 0; i < packed.length; i++) packed[i] = values[i] ?? Number.NaN;
  return packed;
}

/** Position of an id in a block, or -1 when it is missing. */
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

/** One row of a block with every field of its collection. A column that was left out reads as null. */
export function rowAt(block: StoredBlock, position: number): Row {
  const row: Record<string, unknown> = { id: block.ids[position] };
  for (const field of rowFields[block.collection]) if (field !== 'id') row[field] = cellAt(block.columns[field], position);
  return row as Row;
}

/** All rows of a block, ascending by id. */
export const rowsOf = (block: StoredBlock): Row[] => Array.from(block.ids, (_, position) => rowAt(block, position));
