import type { Cell, CellWindow, GridSource, RowView } from './grid-source.ts';

const blockRows = 64;
/** Blocks kept at most: enough to scroll back a few screens without a new request. */
const keptBlocks = 64;
/** Scroll steps to read ahead during fast scrolling: about as many as a response takes frames. `aheadRows` is the limit. */
const aheadSteps = 6;
const aheadRows = 640;

type Block = { rows: readonly RowView[]; stamp: string; order: number };

/**
 * Holds the blocks of rows around the view. One request runs at a time, and the next one asks for the rows in view by then,
 * so fast scrolling costs one request per response, not one per frame. Rows of an older order stay until newer ones arrive.
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

  /** Sets the rows in view. Requests those that are missing or older than the source. */
  want(source: GridSource, keys: readonly string[], from: number, to: number): void {
    const step = from - (this.#from ?? from);
    // A jump is not scrolling: it gives no direction to read ahead in.
    const ahead = Math.abs(step) > aheadRows ? 0 : Math.max(-aheadRows, Math.min(aheadRows, step * aheadSteps));
    const first = Math.max(0, Math.min(from, from + ahead));
    const end = Math.min(source.rowCount, Math.max(to, to + ahead));
    this.#from = from;
    this.#source = source;
    this.#keys = keys;
    this.#wanted = [Math.floor(first / blockRows), Math.ceil(end / blockRows)];
    void this.#ask();
  }

  /** The row at a position, or undefined while it loads. */
  row(index: number): RowView | undefined {
    return this.#blocks.get(Math.floor(index / blockRows))?.rows[index % blockRows];
  }

  /** Whether the row at a position is shown from an older order, so that it may have another position by now. */
  isOld(index: number): boolean {
    const block = this.#blocks.get(Math.floor(index / blockRows));
    return block !== undefined && block.order !== this.#source?.order;
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
    if (window) this.#keep(window, missing[0], keys, { stamp, order: source.order });
    if (window) this.#arrived();
    // No window: the order changed during the request. The grid then calls `want` with the newer source.
    if (window || this.#source !== source) await this.#ask();
  }

  /** The first contiguous range of wanted blocks that are absent or stale. */
  #missing(stamp: string): readonly [number, number] | null {
    const [first, end] = this.#wanted;
    const stale = (block: number) => this.#blocks.get(block)?.stamp !== stamp;
    let from = first;
    while (from < end && !stale(from)) from++;
    let to = end;
    while (to > from && !stale(to - 1)) to--;
    return from < to ? [from, to] : null;
  }

  #keep(window: CellWindow, first: number, keys: readonly string[], of: Omit<Block, 'rows'>): void {
    for (let at = 0; at < window.ids.length; at += blockRows) {
      const number = first + at / blockRows;
      const count = Math.min(blockRows, window.ids.length - at);
      const before = this.#blocks.get(number)?.rows;
      const rows = Array.from({ length: count }, (_, i) => kept(before?.[i], rowOf(window, at + i), keys));
      this.#blocks.delete(number); // so that it counts as used last
      this.#blocks.set(number, { rows, ...of });
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

/** A row as an index into its window. Nothing is copied, since most rows of fast scrolling are never rendered. */
function rowOf({ ids, cells, groups, nests }: CellWindow, at: number): RowView {
  const [group, nest] = [groups?.[at], nests?.[at]];
  return { id: ids[at] ?? 0, get: (key) => cells[key]?.[at] ?? null, ...(group && { group }), ...(nest && { nest }) };
}

function kept(before: RowView | undefined, now: RowView, keys: readonly string[]): RowView {
  if (before?.id !== now.id) return now;
  if (now.group) return sameCell(before.group ?? null, now.group) ? before : now;
  if (!sameCell(before.nest ?? null, now.nest ?? null)) return now;
  return keys.every((key) => sameCell(before.get(key), now.get(key))) ? before : now;
}

function sameCell(a: Cell, b: Cell): boolean {
  if (a === b) return true;
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b);
}
