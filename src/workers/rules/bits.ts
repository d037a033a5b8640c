import { type Bitmap, countBits, wordsFor } from '../columns/bits/bitmap.ts';

/** An immutable set of rows. `id` identifies its content in caches. */
export type Rows = { readonly id: number; readonly bits: Bitmap; readonly count: number };

let made = 0;

/** Makes a set of rows from a bitmap that must not change afterwards. */
export const rowsOf = (bits: Bitmap): Rows => ({ id: ++made, bits, count: countBits(bits) });

export const noBits = (rows: number): Bitmap => new Uint32Array(wordsFor(rows));

/** All rows, without the spare bits of the last word. */
export function allBits(rows: number): Bitmap {
  const bits = noBits(rows).fill(0xffff_ffff);
  const spare = bits.length * 32 - rows;
  if (spare > 0) bits[bits.length - 1] = 0xffff_ffff >>> spare;
  return bits;
}

export function andNot(a: Bitmap, b: Bitmap): Bitmap {
  const out = new Uint32Array(a.length);
  for (let w = 0; w < out.length; w++) out[w] = (a[w] ?? 0) & ~(b[w] ?? 0);
  return out;
}

export function both(a: Bitmap, b: Bitmap): Bitmap {
  const out = new Uint32Array(a.length);
  for (let w = 0; w < out.length; w++) out[w] = (a[w] ?? 0) & (b[w] ?? 0);
  return out;
}

export function either(a: Bitmap, b: Bitmap): Bitmap {
  const out = new Uint32Array(a.length);
  for (let w = 0; w < out.length; w++) out[w] = (a[w] ?? 0) | (b[w] ?? 0);
  return out;
}

export function meets(a: Bitmap, b: Bitmap): boolean {
  for (let w = 0; w < a.length; w++) if (((a[w] ?? 0) & (b[w] ?? 0)) !== 0) return true;
  return false;
}

/** Whether all of `rows` are in `all`. */
export function contains(all: Bitmap, rows: Bitmap): boolean {
  for (let w = 0; w < rows.length; w++) if (((rows[w] ?? 0) & ~(all[w] ?? 0)) !== 0) return false;
  return true;
}

export function isNone(bits: Bitmap): boolean {
  for (let w = 0; w < bits.length; w++) if (bits[w] !== 0) return false;
  return true;
}

export function sameBits(a: Bitmap, b: Bitmap): boolean {
  for (let w = 0; w < a.length; w++) if (a[w] !== b[w]) return false;
  return true;
}
