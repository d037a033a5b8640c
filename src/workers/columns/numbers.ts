// Whole numbers of 32 bits take half the room of doubles; this one value of theirs stands for blank, as NaN does among doubles.
export const BLANK_WHOLE = -0x8000_0000;
const CENTS = 100;

export type Numbers = Int32Array | Float64Array;

/** How a column keeps its numbers: `scale` 1 or 100 for whole numbers or hundredths in 32 bits, 0 for doubles. */
export type Scale = 0 | 1 | typeof CENTS;

/** The number as a 32-bit whole at a scale, or null where it is none. */
export function wholeAt(value: number, scale: Scale): number | null {
  if (Number.isNaN(value)) return BLANK_WHOLE;
  const whole = Math.round(value * scale);
  // The quotient is the double nearest to that decimal, so this asks exactly: is the value such a decimal?
  return scale > 0 && (whole | 0) === whole && whole !== BLANK_WHOLE && whole / scale === value ? whole | 0 : null;
}

/** Reads a kept number back, exactly; NaN where blank. */
export function readAt(data: Numbers, row: number, scale: Scale): number {
  const kept = data[row] ?? Number.NaN;
  if (scale === 0) return kept;
  return kept === BLANK_WHOLE ? Number.NaN : kept / scale;
}

/** The same numbers at another scale, with room for `rows`; as doubles where one of them does not fit that scale. */
export function rescaled(data: Numbers, from: Scale, to: Scale, rows: number): { data: Numbers; scale: Scale } {
  const next = to === 0 ? new Float64Array(rows).fill(Number.NaN) : new Int32Array(rows).fill(BLANK_WHOLE);
  if (from === to) next.set(data);
  else {
    for (let row = 0; row < data.length; row++) {
      const value = readAt(data, row, from);
      const kept = to === 0 ? value : wholeAt(value, to);
      if (kept === null) return rescaled(data, from, 0, rows);
      next[row] = kept;
    }
  }
  return { data: next, scale: to };
}

/** Least whole at a scale that is not below a bound. */
export function lowestAt(bound: number, scale: number): number {
  if (!Number.isFinite(bound)) return bound < 0 ? BLANK_WHOLE + 1 : Number.POSITIVE_INFINITY;
  const near = Math.round(bound * scale);
  return Math.max(BLANK_WHOLE + 1, near / scale < bound ? near + 1 : near);
}

/** Greatest whole at a scale that is not above a bound. */
export function highestAt(bound: number, scale: number): number {
  if (!Number.isFinite(bound)) return bound;
  const near = Math.round(bound * scale);
  return near / scale > bound ? near - 1 : near;
}
