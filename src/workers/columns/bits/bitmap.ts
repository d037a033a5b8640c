/** One bit per row position, 32 per word. Columns reserve whole words, so loops need no special case at the end. */
export type Bitmap = Uint32Array;

export const wordsFor = (rows: number): number => (rows + 31) >>> 5;

export const hasBit = (bits: Bitmap, row: number): boolean => (((bits[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1;

export function setBit(bits: Bitmap, row: number, on: boolean): void {
  const word = bits[row >>> 5] ?? 0;
  bits[row >>> 5] = on ? word | (1 << (row & 31)) : word & ~(1 << (row & 31));
}

export function andInto(into: Bitmap, other: Bitmap): void {
  for (let w = 0; w < into.length; w++) into[w] = (into[w] ?? 0) & (other[w] ?? 0);
}

export function orInto(into: Bitmap, other: Bitmap): void {
  for (let w = 0; w < into.length; w++) into[w] = (into[w] ?? 0) | (other[w] ?? 0);
}

export function invert(bits: Bitmap): void {
  for (let w = 0; w < bits.length; w++) bits[w] = ~(bits[w] ?? 0);
}

/** Clears the bits of rows that do not pass. */
export function keepBits(bits: Bitmap, passes: (row: number) => boolean): void {
  for (let w = 0; w < bits.length; w++) {
    const word = bits[w] ?? 0;
    let kept = word;
    for (let rest = word; rest !== 0; rest &= rest - 1) {
      const lowest = rest & -rest;
      if (!passes((w << 5) + 31 - Math.clz32(lowest))) kept &= ~lowest;
    }
    if (kept !== word) bits[w] = kept;
  }
}

export function countBits(bits: Bitmap): number {
  let count = 0;
  for (let w = 0; w < bits.length; w++) {
    let word = bits[w] ?? 0;
    word -= (word >>> 1) & 0x5555_5555;
    word = (word & 0x3333_3333) + ((word >>> 2) & 0x3333_3333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
  }
  return count;
}

/** Positions of the set bits, in ascending order. */
export function positionsOf(bits: Bitmap): Uint32Array {
  const rows = new Uint32Array(countBits(bits));
  let at = 0;
  for (let w = 0; w < bits.length; w++) {
    let word = bits[w] ?? 0;
    while (word !== 0) {
      rows[at++] = (w << 5) + 31 - Math.clz32(word & -word);
      word &= word - 1;
    }
  }
  return rows;
}
