import type { Tree } from '../../columns/row-tree.ts';

/**
 * Rows of a view below each other, by position: below each row directly the rows that it is above. Other arrays have an entry for each
 * row.
 */
export type NestedRows = {
  readonly rows: Uint32Array;
  /** How many of these rows are above it. */
  readonly depths: Uint8Array;
  /** 1 for a row below a closed one: it has no line. */
  readonly hidden: Uint8Array;
  /** 1 for a row that is not of the view. It is here because the row above it is open. */
  readonly others: Uint8Array;
};

export const flat = (rows: Uint32Array): NestedRows => {
  const nothing = new Uint8Array(rows.length);
  return { rows, depths: nothing, hidden: nothing, others: nothing };
};

/**
 * Puts rows below the row that they belong to. `rows` are those of the view, in order. Of an `opened` row all given ones are below it,
 * in their order; of a closed one those of the view. A row whose upper row is not here stays in its place.
 */
export function nestRows(rows: Uint32Array, tree: Tree, opened: ReadonlyMap<number, Uint32Array>): NestedRows {
  const { parents } = tree;
  const inView = new Uint8Array(parents.length);
  for (const row of rows) inView[row] = 1;
  const open = openHere(opened, inView, parents);
  const listed = new Uint8Array(parents.length);
  let added = 0;
  for (const list of open.values()) {
    added += list.length;
    for (const row of list) listed[row] = 1;
  }
  // Rows of the view that no list has, as a chain for each row above them.
  const first = new Int32Array(parents.length).fill(-1);
  const next = new Int32Array(parents.length).fill(-1);
  const tops: number[] = [];
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at] ?? 0;
    const parent = parents[row] ?? -1;
    if (listed[row] === 1) continue;
    if (parent < 0 || !(inView[parent] === 1 || open.has(parent))) tops.push(row);
    else {
      next[row] = first[parent] ?? -1;
      first[parent] = row;
    }
  }
  const into = new Filled(rows.length + added, inView);
  const put = (row: number, depth: number, isHidden: boolean): void => {
    into.push(row, depth, isHidden);
    if (!tree.counts[row]) return;
    const list = open.get(row);
    for (const below of list ?? []) put(below, depth + 1, isHidden);
    for (let below = first[row] ?? -1; below >= 0; below = next[below] ?? -1) put(below, depth + 1, isHidden || !list);
  };
  for (const row of tops.reverse()) put(row, 0, false);
  return into.rows();
}

/** The opened rows that are of the view or below such a one, each with those below it. */
function openHere(opened: ReadonlyMap<number, Uint32Array>, inView: Uint8Array, parents: Int32Array): Map<number, Uint32Array> {
  const isHere = (row: number): boolean => {
    const parent = parents[row] ?? -1;
    return inView[row] === 1 || (parent >= 0 && isIn(row, opened.get(parent)) && isHere(parent));
  };
  return new Map([...opened].flatMap(([row, list]) => (isHere(row) ? [[row, list.filter((at) => parents[at] === row)]] : [])));
}

const isIn = (row: number, list: Uint32Array | undefined): boolean => list?.includes(row) === true;

/** Nested rows while they are put together. */
class Filled {
  readonly #inView: Uint8Array;
  readonly #rows: Uint32Array;
  readonly #depths: Uint8Array;
  readonly #hidden: Uint8Array;
  readonly #others: Uint8Array;
  #count = 0;

  constructor(most: number, inView: Uint8Array) {
    this.#inView = inView;
    this.#rows = new Uint32Array(most);
    [this.#depths, this.#hidden, this.#others] = [new Uint8Array(most), new Uint8Array(most), new Uint8Array(most)];
  }

  push(row: number, depth: number, isHidden: boolean): void {
    const at = this.#count++;
    this.#rows[at] = row;
    this.#depths[at] = depth;
    this.#hidden[at] = Number(isHidden);
    this.#others[at] = 1 - (this.#inView[row] ?? 0);
  }

  rows(): NestedRows {
    const [rows, depths, hidden, others] = [this.#rows, this.#depths, this.#hidden, this.#others];
    const end = this.#count;
    return {
      rows: rows.subarray(0, end),
      depths: depths.subarray(0, end),
      hidden: hidden.subarray(0, end),
      others: others.subarray(0, end),
    };
  }
}
