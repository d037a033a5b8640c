import type { KeyWriter } from './column.ts';

/**
 * Stable radix sort of row positions by sort keys, most significant column first. Counting passes run from the last key to the
 * first: linear in the rows, whatever the number of distinct values. Returns the sorted positions.
 */
export function radixSort(rows: Uint32Array, columns: readonly (readonly KeyWriter[])[]): Uint32Array {
  const count = rows.length;
  let order: Uint32Array = rows;
  let spare: Uint32Array = new Uint32Array(count);
  let keys: Uint32Array = new Uint32Array(count);
  let spareKeys: Uint32Array = new Uint32Array(count);
  for (const writer of columns.toReversed().flat()) {
    const bits = 32 - Math.clz32(writer(order, count, keys));
    // Wide digits need fewer passes but a large count table, which is too slow for few rows.
    const passes = Math.ceil(bits / (count > 20_000 ? 16 : 11));
    const digit = Math.ceil(bits / Math.max(passes, 1));
    for (let pass = 0; pass < passes; pass++) {
      scatter({ order, keys }, { order: spare, keys: spareKeys }, pass * digit, (1 << digit) - 1);
      [order, spare] = [spare, order];
      [keys, spareKeys] = [spareKeys, keys];
    }
  }
  return order;
}

type Sorted = { readonly order: Uint32Array; readonly keys: Uint32Array };

function scatter(from: Sorted, to: Sorted, shift: number, mask: number): void {
  const starts = new Uint32Array(mask + 2);
  for (let i = 0; i < from.keys.length; i++) {
    const slot = (((from.keys[i] ?? 0) >>> shift) & mask) + 1;
    starts[slot] = (starts[slot] ?? 0) + 1;
  }
  for (let slot = 1; slot < starts.length; slot++) starts[slot] = (starts[slot] ?? 0) + (starts[slot - 1] ?? 0);
  for (let i = 0; i < from.keys.length; i++) {
    const key = from.keys[i] ?? 0;
    const slot = (key >>> shift) & mask;
    const at = starts[slot] ?? 0;
    starts[slot] = at + 1;
    to.order[at] = from.order[i] ?? 0;
    to.keys[at] = key;
  }
}
