import type { BlockColumn } from '#contract/kit/columns.ts';
import type { Match } from '#domain/columns/matching.ts';
import type { Scan } from './bits/scan.ts';
import type { Cell } from './grid-schema.ts';

/** First millisecond of a day in a time zone, by default the device's, to compare instants with days. */
export type StartOfDay = (dayNumber: number, zone?: string) => number;

/** Keys of the zip codes within so many miles of one. Null while places are not known, or if that zip code is not. */
export type ZipsNear = (zip: string, miles: number) => ReadonlySet<number> | null;

/** What a test depends on beside the rows. */
export type Ground = { readonly startOfDay: StartOfDay; readonly zipsNear: ZipsNear };

/** One condition. `scan` prepares a test of all rows and `test` looks at one row, with the same result. */
export type Test = {
  scan(): Scan;
  test(row: number): boolean;
};

/**
 * Writes the sort keys of `count` rows in the given order and returns the highest key. A column whose key needs more than 32 bits
 * returns several writers, least significant first.
 */
export type KeyWriter = (rows: Uint32Array, count: number, out: Uint32Array) => number;

export interface Column {
  cell(row: number): Cell;
  bytes(): number;
}

/** A column that stores one value per row. Positions without a value are blank. Space is reserved in whole bitmap words. */
export interface Stored {
  reserve(rows: number): void;
  write(row: number, value: unknown): void;
  load(at: number, rows: number, column: BlockColumn | undefined): void;
}

/** A column that supports sorting and a blank test. Blanks match only `empty` and sort last in both directions. */
export interface Asked extends Column {
  empty(): Test;
  keyWriters(rows: Uint32Array, count: number, descending: boolean): KeyWriter[];
  /** Compares two rows in ascending key order. Null when one of them is blank. */
  compare(a: number, b: number): number | null;
  isBlank(row: number): boolean;
}

export interface TextAsked extends Asked {
  text(text: string, how: Match): Test;
  /** Tests texts that are not blank one by one, each once if rows share it. */
  where(matches: (text: string) => boolean): Test;
}

export interface NumberAsked extends Asked {
  /** The cell as a number (day number, milliseconds, 0 or 1). NaN when blank. */
  value(row: number): number;
  /** Both bounds are inclusive. */
  between(from: number, to: number): Test;
  bits(mask: number): Test;
}
