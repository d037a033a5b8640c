import type { Cell, CellWindow, GridSource, RowView } from './grid-source.ts';

const blockRows = 64;
/** Blocks kept beyond the wanted ones: enough to scroll back a few screens without asking again. */
const keptBlocks = 24;

type Block = { rows: readonly RowView[]; stamp: string };

/**
 * Holds the blocks of rows around the view. One request is under way at a time and the next asks for what is wanted by
 * then, so a fling costs one request per answer, not one per frame. Rows of an older order stay until newer ones arrive.
 */
export class CellCache {
  readonly #arrived: () => void;
  #blocks = new Map<number, Block>();
  #source: GridSource | null = null;
  #keys: readonly string[] = [];
  #wanted: readonly [number, number] = [0, 0];
  #busy = false;

  constructor(arrived: () => void) {
    this.#arrived = arrived;
  }

  /** Says what is in view; asks the source for whatever of it is missing or older than the source now is. */
  want(source: GridSource, keys: readonly string[], from: number, to: number): void {
    this.#source = source;
    this.#keys = keys;
    this.#wanted = [Math.floor(Math.max(0, from) / blockRows), Math.ceil(Math.min(source.rowCount, to) / blockRows)];
    void this.#ask();
  }

  /** The row at a position, or undefined while it is on its way. */
  row(index: number): RowView | undefined {
    return this.#blocks.get(Math.floor(index / blockRows))?.rows[index % blockRows];
  }

  async #ask(): Promise<void> {
    const source = this.#source;
    if (this.#busy || !source) return;
    const stamp = this.#stamp(source);
    const missing = this.#missing(stamp);
    if (!missing) return;
    this.#busy = true;
    const from = missing[0] * blockRows;
    const to = Math.min(source.rowCount, missing[1] * blockRows);
    const keys = this.#keys;
    const window = await source.window(from, to, keys).catch(() => null);
    this.#busy = false;
    if (window) this.#keep(window, missing[0], keys, stamp);
    if (window) this.#arrived();
    // Without a window the order changed under way; the source that has the new one asks again.
    if (window || this.#source !== source) await this.#ask();
  }

  /** First stretch of wanted blocks that are absent or stale. */
  #missing(stamp: string): readonly [number, number] | null {
    const [first, end] = this.#wanted;
    const stale = (block: number) => this.#blocks.get(block)?.stamp !== stamp;
    let from = first;
    while (from < end && !stale(from)) from++;
    let to = end;
    while (to > from && !stale(to - 1)) to--;
    return from < to ? [from, to] : null;
  }

  #keep(window: CellWindow, first: number, keys: readonly string[], stamp: string): void {
    for (let at = 0; at < window.ids.length; at += blockRows) {
      const number = first + at / blockRows;
      const count = Math.min(blockRows, window.ids.length - at);
      const before = this.#blocks.get(number)?.rows;
      const rows = Array.from({ length: count }, (_, i) => kept(before?.[i], rowOf(window, keys, at + i), keys));
      this.#blocks.delete(number); // so that it counts as used last
      this.#blocks.set(number, { rows, stamp });
    }
    for (const number of this.#blocks.keys()) {
      if (this.#blocks.size <= keptBlocks) break;
      if (number < this.#wanted[0] || number >= this.#wanted[1]) this.#blocks.delete(number);
    }
  }

  #stamp(source: GridSource): string {
    return `${source.order}/${source.version}/${this.#keys.join()}`;
  }
}

function rowOf(window: CellWindow, keys: readonly string[], at: number): RowView {
  const cells = new Map<string, Cell>(keys.map((key) => [key, window.cells[key]?.[at] ?? null]));
  return { id: window.ids[at] ?? 0, get: (key) => cells.get(key) ?? null };
}

function kept(before: RowView | undefined, now: RowView, keys: readonly string[]): RowView {
  if (before?.id !== now.id) return now;
  return keys.every((key) => sameCell(before.get(key), now.get(key))) ? before : now;
}

function sameCell(a: Cell, b: Cell): boolean {
  if (a === b) return true;
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b);
}
