import { type Bitmap, hasBit, orInto, positionsOf, setBit } from '../columns/bits/bitmap.ts';
import { andNot, contains, either, meets, noBits } from './bits.ts';
import type { ValueColumn } from './value-column.ts';

type Codes = Uint16Array | Uint32Array;

/**
 * A column after some rules: which rows were written, and their current values. Immutable: a write makes a new state, so an
 * edited rule still finds the states before it. `id` identifies the content in caches.
 */
export type ColumnState = {
  readonly id: number;
  readonly column: ValueColumn;
  /** Rows that a rule has written; null when there are none. */
  readonly touched: Bitmap | null;
  /** Written rows by their current value code: disjoint sets that together equal `touched`. Empty when `codes` is set. */
  readonly groups: ReadonlyMap<number, Bitmap>;
  /** The current code of every row. Set when rules wrote too many distinct values for sets to pay off. */
  readonly codes: Codes | null;
};

const mostGroups = 24;

let states = 0;

export const untouched = (column: ValueColumn): ColumnState => ({
  id: ++states,
  column,
  touched: null,
  groups: new Map(),
  codes: null,
});

/** The state after writing one value to all of `rows`. Returns the same state when the rows already had that written value. */
export function writeOne(state: ColumnState, rows: Bitmap, code: number): ColumnState {
  const same = state.groups.get(code);
  if (same && contains(same, rows)) return state;
  if (state.codes || (state.groups.size >= mostGroups && !state.groups.has(code))) {
    const positions = positionsOf(rows);
    return writeEach(state, positions, new Uint32Array(positions.length).fill(code));
  }
  const groups = new Map<number, Bitmap>();
  for (const [other, bits] of state.groups) {
    if (other === code || !meets(bits, rows)) groups.set(other, bits);
    else groups.set(other, andNot(bits, rows));
  }
  groups.set(code, same ? either(same, rows) : rows);
  return { id: ++states, column: state.column, touched: touch(state, rows), groups, codes: null };
}

function touch({ touched }: ColumnState, rows: Bitmap): Bitmap {
  if (!touched) return rows;
  return contains(touched, rows) ? touched : either(touched, rows);
}

/** The state after writing each of `rows` its own value. */
export function writeEach(state: ColumnState, rows: Uint32Array, given: Uint32Array): ColumnState {
  const written = noBits(state.column.codes.length);
  for (const row of rows) setBit(written, row, true);
  const codes = allCodes(state);
  for (let i = 0; i < rows.length; i++) codes[rows[i] ?? 0] = given[i] ?? 0;
  return { id: ++states, column: state.column, touched: touch(state, written), groups: new Map(), codes };
}

/** The current code of every row, in a new array. */
function allCodes(state: ColumnState): Codes {
  const { column } = state;
  const narrow = column.values.length <= 0xffff;
  const codes = narrow ? new Uint16Array(state.codes ?? column.codes) : new Uint32Array(state.codes ?? column.codes);
  for (const [code, bits] of state.groups) for (const row of positionsOf(bits)) codes[row] = code;
  return codes;
}

/** The current codes of some rows. */
export function codesAt(state: ColumnState, rows: Uint32Array): Uint32Array {
  const now = state.codes ?? state.column.codes;
  const codes = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) codes[i] = now[rows[i] ?? 0] ?? 0;
  for (const [code, bits] of state.groups) for (let i = 0; i < rows.length; i++) if (hasBit(bits, rows[i] ?? 0)) codes[i] = code;
  return codes;
}

/** Rows whose value differs between two states of a column. */
export function movedRows(one: ColumnState, other: ColumnState): Bitmap {
  const moved = noBits(one.column.codes.length);
  if (one === other) return moved;
  const rows = positionsOf(inDoubt(one, other));
  const [was, is] = [codesAt(one, rows), codesAt(other, rows)];
  for (let i = 0; i < rows.length; i++) if (was[i] !== is[i]) setBit(moved, rows[i] ?? 0, true);
  return moved;
}

/** Rows that may differ: rows written by rules, except those that both states hold in the same value's set. */
function inDoubt(one: ColumnState, other: ColumnState): Bitmap {
  const rows = noBits(one.column.codes.length);
  if (one.codes || other.codes) {
    for (const { touched } of [one, other]) if (touched) orInto(rows, touched);
    return rows;
  }
  for (const code of new Set([...one.groups.keys(), ...other.groups.keys()])) {
    const [a, b] = [one.groups.get(code), other.groups.get(code)];
    if (a === b) continue;
    for (let w = 0; w < rows.length; w++) rows[w] = (rows[w] ?? 0) | ((a?.[w] ?? 0) ^ (b?.[w] ?? 0));
  }
  return rows;
}
