// 32-bit integers take half the space of doubles. This integer means blank, as NaN does among doubles.
export const BLANK_WHOLE = -0x8000_0000;
const CENTS = 100;

export type Numbers = Int32Array | Float64Array;

/** How a column stores its numbers: 1 for integers, 100 for hundredths (both 32-bit), 0 for doubles. */
export type Scale = 0 | 1 | typeof CENTS;

/** The number as a 32-bit integer at a scale, or null when it does not fit. */
export function wholeAt(value: number, scale: Scale): number | null {
  if (Number.isNaN(value)) return BLANK_WHOLE;
  const whole = Math.round(value * scale);
  // The quotient is the double nearest to that decimal, so the comparison is exact.
  return scale > 0 && (whole | 0) === whole && whole !== BLANK_WHOLE && whole / scale === value ? whole | 0 : null;
}

/** Reads a stored number exactly. NaN when blank. */
export function readAt(data: Numbers, row: number, scale: Scale): number {
  const kept = data[row] ?? Number.NaN;
  if (scale === 0) return kept;
  return kept === BLANK_WHOLE ? Number.NaN : kept / scale;
}

/** The same numbers at another scale, with space for `rows`. Returns doubles when a number does not fit the scale. */
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

/** Lowest integer at a scale that is not below a bound. */
export function lowestAt(bound: number, scale: number): number {
  if (!Number.isFinite(bound)) return bound < 0 ? BLANK_WHOLE + 1 : Number.POSITIVE_INFINITY;
  const near = Math.round(bound * scale);
  return Math.max(BLANK_WHOLE + 1, near / scale < bound ? near + 1 : near);
}

/** Highest integer at a scale that is not above a bound. */
export function highestAt(bound: number, scale: number): number {
  if (!Number.isFinite(bound)) return bound;
  const near = Math.round(bound * scale);
  return near / scale > bound ? near - 1 : near;
}
