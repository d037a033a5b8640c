import { type Bitmap, hasBit, positionsOf, setBit } from '../columns/bitmap.ts';
import { andNot, either, meets, noBits } from './bits.ts';
import type { ValueColumn } from './value-column.ts';

/**
 * A column as some rules have left it: which rows were written, and what stands there now. Never changed: a write makes a new
 * state, so that an edited rule finds the states before it as they were. `id` names the content to the caches.
 */
export type ColumnState = {
  readonly id: number;
  readonly column: ValueColumn;
  /** Rows that a rule has written; null for none. */
  readonly touched: Bitmap | null;
  /** Written rows by what they read now. The groups and `mixed` lie apart and make up `touched`. */
  readonly groups: ReadonlyMap<number, Bitmap>;
  /** Written rows of many different values, ascending, and the code of each. */
  readonly mixed: { readonly rows: Uint32Array; readonly codes: Uint32Array } | null;
};

/** Results with more values than this are kept row by row, not as a bitmap a value. */
const mostGroups = 24;

let states = 0;

export const untouched = (column: ValueColumn): ColumnState => ({
  id: ++states,
  column,
  touched: null,
  groups: new Map(),
  mixed: null,
});

/** The state after all of `rows` are given one value. */
export function writeOne(state: ColumnState, rows: Bitmap, code: number): ColumnState {
  const groups = new Map<number, Bitmap>();
  for (const [other, bits] of state.groups) {
    if (other === code || !meets(bits, rows)) groups.set(other, bits);
    else groups.set(other, andNot(bits, rows));
  }
  const same = groups.get(code);
  groups.set(code, same ? either(same, rows) : rows);
  const touched = state.touched ? either(state.touched, rows) : rows;
  return { id: ++states, column: state.column, touched, groups, mixed: without(state.mixed, rows) };
}

/** The state after each of `rows` (ascending) is given a value of its own. */
export function writeEach(state: ColumnState, rows: Uint32Array, codes: Uint32Array): ColumnState {
  const distinct = new Set(codes);
  if (distinct.size <= mostGroups) {
    let next = state;
    for (const code of distinct) {
      const bits = noBits(state.column.codes.length);
      for (let i = 0; i < rows.length; i++) if (codes[i] === code) setBit(bits, rows[i] ?? 0, true);
      next = writeOne(next, bits, code);
    }
    return next;
  }
  const written = noBits(state.column.codes.length);
  for (const row of rows) setBit(written, row, true);
  const groups = new Map<number, Bitmap>();
  for (const [code, bits] of state.groups) groups.set(code, meets(bits, written) ? andNot(bits, written) : bits);
  const touched = state.touched ? either(state.touched, written) : written;
  return { id: ++states, column: state.column, touched, groups, mixed: merged(without(state.mixed, written), { rows, codes }) };
}

function without(mixed: ColumnState['mixed'], rows: Bitmap): ColumnState['mixed'] {
  if (!mixed) return null;
  const kept = mixed.rows.map((row) => (hasBit(rows, row) ? 0 : 1));
  const count = kept.reduce((sum, one) => sum + one, 0);
  if (count === mixed.rows.length) return mixed;
  const left = { rows: new Uint32Array(count), codes: new Uint32Array(count) };
  for (let i = 0, at = 0; i < kept.length; i++) {
    if (kept[i] === 0) continue;
    left.rows[at] = mixed.rows[i] ?? 0;
    left.codes[at++] = mixed.codes[i] ?? 0;
  }
  return count === 0 ? null : left;
}

/** Two lists of rows that lie apart, as one ascending list. */
function merged(a: ColumnState['mixed'], b: NonNullable<ColumnState['mixed']>): NonNullable<ColumnState['mixed']> {
  if (!a) return b;
  const rows = new Uint32Array(a.rows.length + b.rows.length);
  const codes = new Uint32Array(rows.length);
  for (let i = 0, x = 0, y = 0; i < rows.length; i++) {
    const fromA = y >= b.rows.length || (x < a.rows.length && (a.rows[x] ?? 0) < (b.rows[y] ?? 0));
    rows[i] = (fromA ? a.rows[x] : b.rows[y]) ?? 0;
    codes[i] = (fromA ? a.codes[x++] : b.codes[y++]) ?? 0;
  }
  return { rows, codes };
}

/** What some rows read now. */
export function codesAt(state: ColumnState, rows: Uint32Array): Uint32Array {
  const base = state.column.codes;
  const codes = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) codes[i] = base[rows[i] ?? 0] ?? 0;
  if (!state.touched) return codes;
  for (const [code, bits] of state.groups) for (let i = 0; i < rows.length; i++) if (hasBit(bits, rows[i] ?? 0)) codes[i] = code;
  const { mixed } = state;
  if (mixed) {
    for (let i = 0, m = 0; i < rows.length; i++) {
      const row = rows[i] ?? 0;
      while (m < mixed.rows.length && (mixed.rows[m] ?? 0) < row) m++;
      if (mixed.rows[m] === row) codes[i] = mixed.codes[m] ?? 0;
    }
  }
  return codes;
}

/** Rows whose value is not what it was before any rule. */
export function movedRows(state: ColumnState): Uint32Array {
  if (!state.touched) return new Uint32Array(0);
  const rows = positionsOf(state.touched);
  const codes = codesAt(state, rows);
  return rows.filter((row, i) => codes[i] !== state.column.codes[row]);
}
