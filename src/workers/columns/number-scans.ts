import { type Bitmap, keepBits } from './bits/bitmap.ts';
import { noRow, type Scan, scanOf, shareOf } from './bits/scan.ts';
import { BLANK_WHOLE } from './numbers.ts';

const HALF = 0x8000_0000;

/** Rows whose 32-bit number is between two whole bounds, which may be infinite. */
export function wholesBetween(data: Int32Array, from: number, to: number): Scan {
  const low = Math.max(from, BLANK_WHOLE + 1);
  const high = Math.min(to, HALF - 1);
  if (!(low <= high)) return noRow;
  const passes = (row: number) => {
    const value = data[row] ?? BLANK_WHOLE;
    return value >= low && value <= high;
  };
  // A span of half of all numbers has no sign that tells inside from outside.
  const isWide = high - low >= HALF;
  return scanOf(
    shareOf(data.length, passes),
    (out) => (isWide ? markDoubles(data, low, high, out) : markWholes(data, low, high, out)),
    (bits) => (isWide ? keepBits(bits, passes) : keepWholes(data, low, high, bits)),
  );
}

/** Rows whose number is between two bounds. NaN never is. */
export function doublesBetween(data: Float64Array, from: number, to: number): Scan {
  const passes = (row: number) => {
    const value = data[row] ?? Number.NaN;
    return value >= from && value <= to;
  };
  return scanOf(
    shareOf(data.length, passes),
    (out) => markDoubles(data, from, to, out),
    (bits) => keepBits(bits, passes),
  );
}

/**
 * 1 for a number from `low` to `low` + `span`, or 0. The order of two 32-bit numbers is the sign of a difference, so that no row needs a
 * branch, which costs more than the rest.
 */
const isWithin = (value: number, low: number, span: number): number => {
  const above = (value - low) | 0;
  return ((above | (span - above)) >>> 31) ^ 1;
};

function markWholes(data: Int32Array, low: number, high: number, out: Bitmap): void {
  const span = high - low;
  for (let w = 0, row = 0; w < out.length; w++) {
    let bits = 0;
    for (let b = 0; b < 32; b++, row++) bits |= isWithin(data[row] ?? BLANK_WHOLE, low, span) << b;
    out[w] = bits;
  }
}

function keepWholes(data: Int32Array, low: number, high: number, bits: Bitmap): void {
  const span = high - low;
  for (let w = 0; w < bits.length; w++) {
    let kept = 0;
    for (let rest = bits[w] ?? 0; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest);
      kept |= isWithin(data[(w << 5) + bit] ?? BLANK_WHOLE, low, span) << bit;
    }
    bits[w] = kept;
  }
}

function markDoubles(data: Int32Array | Float64Array, from: number, to: number, out: Bitmap): void {
  for (let w = 0, row = 0; w < out.length; w++) {
    let bits = 0;
    for (let b = 0; b < 32; b++, row++) {
      const value = data[row] ?? Number.NaN;
      bits |= (value >= from && value <= to ? 1 : 0) << b;
    }
    out[w] = bits;
  }
}
