import type { Cell, CellWindow, GridSource, RowView } from './grid-source.ts';

const blockRows = 64;
/** Blocks kept at most: enough to scroll back some screens without asking again. */
const keptBlocks = 64;
/** Rows read ahead of a fling, at most: as many steps as an answer takes frames. */
const aheadSteps = 6;
const aheadRows = 640;

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
  #from: number | null = null;

  constructor(arrived: () => void) {
    this.#arrived = arrived;
  }

  /** Says what is in view; asks the source for whatever of it is missing or older than the source now is. */
  want(source: GridSource, keys: readonly string[], from: number, to: number): void {
    const step = from - (this.#from ?? from);
    // A jump is no fling: nothing says where it goes on.
    const ahead = Math.abs(step) > aheadRows ? 0 : Math.max(-aheadRows, Math.min(aheadRows, step * aheadSteps));
    const first = Math.max(0, Math.min(from, from + ahead));
    const end = Math.min(source.rowCount, Math.max(to, to + ahead));
    this.#from = from;
    this.#source = source;
    this.#keys = keys;
    this.#wanted = [Math.floor(first / blockRows), Math.ceil(end / blockRows)];
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
      const rows = Array.from({ length: count }, (_, i) => kept(before?.[i], rowOf(window, at + i), keys));
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

/** A row as a place in its window: nothing is copied, since most rows of a fling are never looked at. */
function rowOf({ ids, cells }: CellWindow, at: number): RowView {
  return { id: ids[at] ?? 0, get: (key) => cells[key]?.[at] ?? null };
}

function kept(before: RowView | undefined, now: RowView, keys: readonly string[]): RowView {
  if (before?.id !== now.id) return now;
  return keys.every((key) => sameCell(before.get(key), now.get(key))) ? before : now;
}

function sameCell(a: Cell, b: Cell): boolean {
  if (a === b) return true;
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b);
}
