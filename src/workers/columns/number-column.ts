import type { BlockColumn } from '#contract/kit/columns.ts';
import { cellAt } from '#domain/columns/cell-at.ts';
import { cellOf, type NumberType, numberOf } from '#domain/columns/cell-values.ts';
import { scanOfRows } from './bits/scan.ts';
import type { KeyWriter, NumberAsked, Stored, Test } from './column.ts';
import type { Cell } from './grid-schema.ts';
import { numberKeys } from './number-keys.ts';
import { doublesBetween, wholesBetween } from './number-scans.ts';
import { highestAt, lowestAt, type Numbers, readAt, rescaled, type Scale, wholeAt } from './numbers.ts';

/**
 * Numbers of rows: 32-bit while all are integers or hundredths, otherwise doubles. Dates are day numbers, instants milliseconds.
 */
export class NumberColumn implements NumberAsked, Stored {
  #data: Numbers = new Int32Array(0);
  #scale: Scale = 1;
  readonly #type: NumberType;

  constructor(type: NumberType) {
    this.#type = type;
  }

  reserve(rows: number): void {
    if (this.#data.length < rows) this.#resize(this.#scale, rows);
  }

  #read(row: number): number {
    return readAt(this.#data, row, this.#scale);
  }

  write(row: number, value: unknown): void {
    this.#put(row, numberOf(value, this.#type));
  }

  #put(row: number, value: number): void {
    while (this.#scale !== 0) {
      const whole = wholeAt(value, this.#scale);
      if (whole !== null) {
        this.#data[row] = whole;
        return;
      }
      this.#resize(this.#scale === 1 ? 100 : 0, this.#data.length);
    }
    this.#data[row] = value + 0; // never -0, because its bits sort differently from 0
  }

  #resize(scale: Scale, rows: number): void {
    const next = rescaled(this.#data, this.#scale, scale, rows);
    this.#data = next.data;
    this.#scale = next.scale;
  }

  load(at: number, rows: number, column: BlockColumn | undefined): void {
    if (column?.kind === 'dict') {
      const values = Float64Array.from(column.values, (value) => numberOf(value, this.#type));
      for (let i = 0; i < rows; i++) this.#put(at + i, values[column.codes[i] ?? 0] ?? Number.NaN);
    } else if (column?.kind === 'instant' && this.#type === 'instant') {
      for (let i = 0; i < rows; i++) this.#put(at + i, column.values[i] ?? Number.NaN);
    } else if (column) {
      for (let i = 0; i < rows; i++) this.#put(at + i, numberOf(cellAt(column, i), this.#type));
    }
  }

  /** The cell as a number (day number, milliseconds, 0 or 1). NaN when blank. */
  value(row: number): number {
    return this.#read(row);
  }

  cell(row: number): Cell {
    return cellOf(this.#read(row), this.#type);
  }

  isBlank(row: number): boolean {
    return Number.isNaN(this.#read(row));
  }

  between(from: number, to: number): Test {
    return {
      scan: () =>
        this.#data instanceof Int32Array
          ? wholesBetween(this.#data, lowestAt(from, this.#scale), highestAt(to, this.#scale))
          : doublesBetween(this.#data, from, to),
      test: (row) => this.#read(row) >= from && this.#read(row) <= to,
    };
  }

  bits(mask: number): Test {
    const test = (row: number) => !this.isBlank(row) && (this.#read(row) & mask) !== 0;
    return { scan: () => scanOfRows(test), test };
  }

  empty(): Test {
    const test = (row: number) => this.isBlank(row);
    return { scan: () => scanOfRows(test), test };
  }

  keyWriters(rows: Uint32Array, count: number, descending: boolean): KeyWriter[] {
    return numberKeys(this.#data, rows, count, descending);
  }

  compare(a: number, b: number): number | null {
    const difference = this.#read(a) - this.#read(b);
    if (!Number.isNaN(difference)) return difference;
    return this.isBlank(a) || this.isBlank(b) ? null : 0; // two equal infinities
  }

  bytes(): number {
    return this.#data.byteLength;
  }
}
