import { asAsked } from './any-column.ts';
import { andInto, type Bitmap, hasBit, positionsOf, setBit, wordsFor } from './bits/bitmap.ts';
import type { Asked, Test } from './column.ts';
import type { SortKey } from './grid-schema.ts';
import { radixSort } from './radix-sort.ts';
import type { Table } from './table.ts';

type Ordered = { readonly column: Asked; readonly descending: boolean };

/**
 * The positions that pass a test, in sort order, patched row by row. Ties are ordered by position. A row that is there is changed by
 * `rewrite`; call `enter` after a row was added and `leave` before it is removed. Each is one or two binary searches by value.
 */
export class RankedRows {
  readonly #table: Table;
  readonly #test: Test;
  readonly #keys: readonly Ordered[];
  #rows: Uint32Array = new Uint32Array(0);
  #members: Bitmap = new Uint32Array(0);
  #count = 0;

  constructor(table: Table, test: Test, sort: readonly SortKey[]) {
    this.#table = table;
    this.#test = test;
    this.#keys = sort.map(({ key, descending }) => ({
      column: asAsked(table.column(key), key),
      descending: descending ?? false,
    }));
    this.recompute();
  }

  get count(): number {
    return this.#count;
  }

  /** Positions in order. Valid until the next change. */
  get rows(): Uint32Array {
    return this.#rows.subarray(0, this.#count);
  }

  recompute(): void {
    const alive = this.#table.alive;
    this.#members = new Uint32Array(alive.length);
    this.#test.scan().mark(this.#members);
    andInto(this.#members, alive);
    const rows = positionsOf(this.#members);
    this.#count = rows.length;
    this.#rows = this.sorted(rows);
  }

  /** Positions in this order, whether they pass the test or not. */
  sorted(rows: Uint32Array): Uint32Array {
    return radixSort(
      rows,
      this.#keys.map(({ column, descending }) => column.keyWriters(rows, rows.length, descending)),
    );
  }

  has(row: number): boolean {
    return hasBit(this.#members, row);
  }

  /** Position of a row in the order, or -1 when it is not included. */
  placeOf(row: number): number {
    return this.has(row) ? this.#placeFor(row) : -1;
  }

  /** Removes a row and returns the place it had, or -1. */
  leave(row: number): number {
    const place = this.placeOf(row);
    if (place >= 0) this.#take(row, place);
    return place;
  }

  #take(row: number, place: number): void {
    this.#rows.copyWithin(place, place + 1, this.#count);
    this.#count--;
    setBit(this.#members, row, false);
  }

  /** Writes other values into a row and moves it to its new place. Returns whether its place changed. */
  rewrite(row: number, write: () => void): boolean {
    const from = this.placeOf(row);
    write();
    if (from < 0) return this.enter(row) >= 0;
    if (!this.#test.test(row)) {
      this.#take(row, from);
      return true;
    }
    const before = this.#placeAmong(row, 0, from);
    const to = before < from ? before : this.#placeAmong(row, from + 1, this.#count) - 1;
    if (to < from) this.#rows.copyWithin(to + 1, to, from);
    else this.#rows.copyWithin(from, from + 1, to + 1);
    this.#rows[to] = row;
    return to !== from;
  }

  /** Inserts a row if it passes the test and returns its place, or -1. */
  enter(row: number): number {
    if (!this.#test.test(row)) return -1;
    if (this.#count === this.#rows.length) this.#rows = grown(this.#rows, this.#count + 64 + (this.#count >>> 4));
    if (wordsFor(row + 1) > this.#members.length) this.#members = grown(this.#members, wordsFor(row + 1) + 32);
    const place = this.#placeFor(row);
    this.#rows.copyWithin(place + 1, place, this.#count);
    this.#rows[place] = row;
    this.#count++;
    setBit(this.#members, row, true);
    return place;
  }

  #placeFor(row: number): number {
    return this.#placeAmong(row, 0, this.#count);
  }

  /** First place from `low` (inclusive) to `high` (exclusive) whose row does not sort before `row`; `high` if each does. */
  #placeAmong(row: number, low: number, high: number): number {
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(this.#rows[middle] ?? 0, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(a: number, b: number): number {
    for (const { column, descending } of this.#keys) {
      const order = column.compare(a, b);
      if (order === null) {
        const [blankA, blankB] = [column.isBlank(a), column.isBlank(b)];
        if (blankA !== blankB) return blankA ? 1 : -1;
      } else if (order !== 0) return descending ? -order : order;
    }
    return a - b;
  }
}

function grown(from: Uint32Array, length: number): Uint32Array {
  const to = new Uint32Array(length);
  to.set(from);
  return to;
}
