import type { KeyWriter } from './column.ts';
import { BLANK_WHOLE, type Numbers } from './numbers.ts';

const WORD = 0x1_0000_0000;
const SCALES = [1, 100, 10_000] as const;

/**
 * Sort keys of numbers, as unsigned 32-bit words. Integers and decimals of two or four places (money, rates, instants) become
 * their distance from the lowest value, mostly in one word. Other numbers sort by the bits of the double, in two words.
 */
export function numberKeys(data: Numbers, rows: Uint32Array, count: number, descending: boolean): KeyWriter[] {
  return data instanceof Int32Array ? wholeKeys(data, rows, count, descending) : doubleKeys(data, rows, count, descending);
}

/** The distance from the lowest or highest number, in one word. */
function wholeKeys(data: Int32Array, rows: Uint32Array, count: number, descending: boolean): KeyWriter[] {
  let [low, high] = [0x7fff_ffff, BLANK_WHOLE];
  for (let i = 0; i < count; i++) {
    const value = data[rows[i] ?? 0] ?? BLANK_WHOLE;
    if (value > high) high = value;
    if (value < low && value !== BLANK_WHOLE) low = value;
  }
  if (high === BLANK_WHOLE) return [];
  const max = high - low + 1;
  const [base, sign] = descending ? [high, -1] : [low, 1];
  const write: KeyWriter = (rows, count, out) => {
    for (let i = 0; i < count; i++) {
      const value = data[rows[i] ?? 0] ?? BLANK_WHOLE;
      out[i] = value === BLANK_WHOLE ? max : sign * (value - base);
    }
    return max;
  };
  return [write];
}

function doubleKeys(data: Float64Array, rows: Uint32Array, count: number, descending: boolean): KeyWriter[] {
  const { low, high, scale } = rangeOf(data, rows, count);
  if (low > high) return []; // only blanks
  const span = Math.round(high * scale) - Math.round(low * scale);
  // Above 2^53 a scaled value is no longer exact.
  const exact = scale > 0 && Math.max(Math.abs(low), Math.abs(high)) * scale < 2 ** 52;
  if (!exact) return [bitsWriter(data, 0, descending), bitsWriter(data, 1, descending)];
  const base = Math.round((descending ? high : low) * scale);
  const sign = descending ? -1 : 1;
  const keyAt = (row: number): number => {
    const value = data[row] ?? Number.NaN;
    return Number.isNaN(value) ? span + 1 : sign * (Math.round(value * scale) - base);
  };
  if (span + 1 < WORD) return [wordWriter(keyAt, span + 1)];
  return [
    wordWriter((row) => keyAt(row) % WORD, WORD - 1),
    wordWriter((row) => Math.floor(keyAt(row) / WORD), Math.floor((span + 1) / WORD)),
  ];
}

function wordWriter(keyAt: (row: number) => number, max: number): KeyWriter {
  return (rows, count, out) => {
    for (let i = 0; i < count; i++) out[i] = keyAt(rows[i] ?? 0);
    return max;
  };
}

/** Lowest and highest value, and the first scale that makes all values integers (0: none does). */
function rangeOf(data: Float64Array, rows: Uint32Array, count: number) {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let place = 0;
  for (let i = 0; i < count; i++) {
    const value = data[rows[i] ?? 0] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
    // The quotient is the double nearest to that decimal, so the comparison is exact: does the value have this many decimals?
    while (place < SCALES.length && Math.round(value * (SCALES[place] ?? 1)) / (SCALES[place] ?? 1) !== value) place++;
  }
  return { low, high, scale: SCALES[place] ?? 0 };
}

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

/**
 * One half of a double's bits, changed so that unsigned order equals numeric order (little-endian, as in all current engines).
 */
function bitsWriter(data: Float64Array, half: 0 | 1, descending: boolean): KeyWriter {
  return (rows, count, out) => {
    for (let i = 0; i < count; i++) {
      double[0] = data[rows[i] ?? 0] ?? Number.NaN;
      const negative = (words[1] ?? 0) >= 0x8000_0000;
      const flip = negative ? 0xffff_ffff : half === 1 ? 0x8000_0000 : 0;
      const key = ((words[half] ?? 0) ^ flip) >>> 0;
      out[i] = Number.isNaN(double[0]) ? 0xffff_ffff : descending ? ~key : key;
    }
    return 0xffff_ffff;
  };
}
