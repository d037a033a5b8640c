import type { BlockColumn } from '#contract/kit/columns.ts';
import type { Bitmap } from './bitmap.ts';
import type { Cell } from './grid-schema.ts';

/** One question asked of one column: of all rows at once, or of one row; both give the same answer. */
export type Test = {
  mark(out: Bitmap): void;
  test(row: number): boolean;
};

/**
 * Writes the sort key of `count` rows in the given order and returns the greatest key. Where a key needs more than 32
 * bits a column gives several writers, the least significant first.
 */
export type KeyWriter = (rows: Uint32Array, count: number, out: Uint32Array) => number;

export interface Column {
  cell(row: number): Cell;
  bytes(): number;
}

/** A column that keeps a value a row. Positions without a value are blank; room comes in whole bitmap words. */
export interface Stored {
  reserve(rows: number): void;
  write(row: number, value: unknown): void;
  load(at: number, rows: number, column: BlockColumn | undefined): void;
}

/** A column that can be asked and sorted by. Blanks satisfy `empty` only and come last in either direction. */
export interface Asked extends Column {
  empty(): Test;
  keyWriters(rows: Uint32Array, count: number, descending: boolean): KeyWriter[];
  /** Order of two rows, ascending, the same as that of the keys; null where one is blank. */
  compare(a: number, b: number): number | null;
  isBlank(row: number): boolean;
}

export interface TextAsked extends Asked {
  text(text: string, whole: boolean): Test;
}

export interface NumberAsked extends Asked {
  /** The number behind a cell (day number, milliseconds, 0 or 1), NaN where blank. */
  value(row: number): number;
  /** Bounds included. */
  between(from: number, to: number): Test;
  bits(mask: number): Test;
}
