import type { Bitmap } from './bits/bitmap.ts';
import { noRow, type Scan, scanOf, shareOf } from './bits/scan.ts';
import type { KeyWriter } from './column.ts';
import { BLANK, type Ranks } from './texts/ranking.ts';

/** One code per row. */
export type Coded = Uint8Array | Uint16Array | Uint32Array;
/** Null when the position itself is the code (every row has its own text). */
export type Codes = Coded | null;

/** Scans for rows whose code passes. `verdict` has a 1 for each code that does. */
export function codedScan(codes: Coded, verdict: Uint8Array): Scan {
  if (!verdict.includes(1)) return noRow;
  const share = shareOf(codes.length, (row) => verdict[codes[row] ?? 0] === 1);
  return scanOf(
    share,
    (out) => markCodes(codes, verdict, out),
    (bits) => keepCodes(codes, verdict, bits),
  );
}

function markCodes(codes: Coded, verdict: Uint8Array, out: Bitmap): void {
  for (let w = 0, row = 0; w < out.length; w++) {
    let bits = 0;
    for (let b = 0; b < 32; b++, row++) bits |= (verdict[codes[row] ?? 0] ?? 0) << b;
    out[w] = bits;
  }
}

function keepCodes(codes: Coded, verdict: Uint8Array, bits: Bitmap): void {
  for (let w = 0; w < bits.length; w++) {
    let kept = 0;
    for (let rest = bits[w] ?? 0; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest);
      kept |= (verdict[codes[(w << 5) + bit] ?? 0] ?? 0) << bit;
    }
    bits[w] = kept;
  }
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
