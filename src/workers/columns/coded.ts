import { type Bitmap } from './bits/bitmap.ts';
import type { KeyWriter, Test } from './column.ts';
import { BLANK, type Ranks } from './texts/texts.ts';

/** One code per row. Null when the position itself is the code (every row has its own text). */
export type Codes = Uint8Array | Uint16Array | Uint32Array | null;

/** Sets the bit of each row whose code passes. */
function fillByCode(codes: Codes, verdict: Uint8Array, out: Bitmap): void {
  if (codes) fillRows(codes, verdict, out);
  else fillDirect(verdict, out);
}

function fillRows(codes: NonNullable<Codes>, verdict: Uint8Array, out: Bitmap): void {
  for (let w = 0, row = 0; w < out.length; w++) {
    let bits = 0;
    for (let b = 0; b < 32; b++, row++) bits |= (verdict[codes[row] ?? 0] ?? 0) << b;
    out[w] = bits;
  }
}

function fillDirect(verdict: Uint8Array, out: Bitmap): void {
  for (let w = 0, row = 0; w < out.length; w++) {
    let bits = 0;
    for (let b = 0; b < 32; b++, row++) bits |= (verdict[row] ?? 0) << b;
    out[w] = bits;
  }
}

/** Whether the code of a row passes. */
function testByCode(codes: Codes, verdict: Uint8Array): (row: number) => boolean {
  return codes ? (row) => verdict[codes[row] ?? 0] === 1 : (row) => verdict[row] === 1;
}

/** A test that depends only on the row's code. */
export function codedTest(codes: () => Codes, verdict: () => Uint8Array, testRow: (row: number) => boolean): Test {
  return {
    mark: (out) => fillByCode(codes(), verdict(), out),
    test: testRow,
    testMany: () => testByCode(codes(), verdict()),
  };
}

/** Writes ranks as sort keys. Blanks get the highest key in both directions. */
export function rankWriter(codes: Codes, { rank, max }: Ranks, descending: boolean): KeyWriter {
  return (rows, count, out) => {
    for (let i = 0; i < count; i++) {
      const row = rows[i] ?? 0;
      const own = rank[codes ? (codes[row] ?? 0) : row] ?? BLANK;
      out[i] = own === BLANK ? max + 1 : descending ? max - own : own;
    }
    return max + 1;
  };
}
