import type { AnyColumn } from './any-column.ts';
import { positionsOf } from './bits/bitmap.ts';
import type { TreeSchema } from './grid-schema.ts';
import type { Table } from './table.ts';
import { TextColumn } from './text-column.ts';

/** Which rows are below which, by position: the row above each row (-1: none), and how many are directly below it. */
export type Tree = { readonly parents: Int32Array; readonly counts: Uint32Array };

/** With more rows than this above it, or in a circle, a row is below no other. */
const mostAbove = 16;

/**
 * The tree of rows that name the row above them. It is worked out when it is asked for after a change of a name, so that changes of
 * other cells cost nothing.
 */
export class RowTree {
  readonly #table: Table;
  readonly #schema: TreeSchema | undefined;
  #tree: Tree | null = null;
  #isStale = true;
  /** Changes with every change of a name. */
  version = 0;

  constructor(table: Table) {
    this.#table = table;
    this.#schema = table.schema.tree;
  }

  /** Rows were added, removed or renamed. */
  renamed(): void {
    if (!this.#schema) return;
    this.#isStale = true;
    this.version++;
  }

  /** What a row is called and which row it names; undefined for a row that does not exist. */
  namesAt(position: number | undefined): string | undefined {
    if (position === undefined || !this.#schema) return undefined;
    const { own, above, within } = this.#schema;
    return JSON.stringify([own, above, within].map((key) => this.#table.column(key).cell(position)));
  }

  /** Null when no row is below another. */
  now(): Tree | null {
    if (this.#isStale && this.#schema) this.#tree = treeOf(this.#table, this.#schema);
    this.#isStale = false;
    return this.#tree;
  }
}

function treeOf(table: Table, { own, above, within }: TreeSchema): Tree | null {
  const [named, names] = [textColumn(table, above), textColumn(table, own)];
  const rows = positionsOf(table.alive);
  const blank = new Uint32Array(table.alive.length);
  named.empty().scan().mark(blank);
  const below = positionsOf(table.alive.map((word, at) => word & ~(blank[at] ?? 0)));
  if (below.length === 0) return null;
  const parents = parentsOf({ rows, below }, { own: names, above: named, within: table.column(within) });
  const astray: number[] = [];
  for (let at = 0; at < below.length; at++) if (isTooFarBelow(parents, below[at] ?? 0)) astray.push(below[at] ?? 0);
  for (const row of astray) parents[row] = -1;
  const counts = new Uint32Array(parents.length);
  let any = false;
  for (let at = 0; at < below.length; at++) {
    const parent = parents[below[at] ?? 0] ?? -1;
    if (parent < 0) continue;
    counts[parent] = (counts[parent] ?? 0) + 1;
    any = true;
  }
  return any ? { parents, counts } : null;
}

function textColumn(table: Table, key: string): TextColumn {
  const column = table.column(key);
  if (column instanceof TextColumn) return column;
  throw new Error(`"${key}" names rows and must be a text column of their own`);
}

type Columns = { readonly own: TextColumn; readonly above: TextColumn; readonly within: AnyColumn };
type Rows = { readonly rows: Uint32Array; readonly below: Uint32Array };

function parentsOf({ rows, below }: Rows, { own, above, within }: Columns): Int32Array {
  const parents = new Int32Array((rows.at(-1) ?? -1) + 1).fill(-1);
  const { named, ownNames, count } = numberedNames(below, own, above);
  // Rows of one name as a chain, the first row first: sources may use the same names.
  const first = new Int32Array(count).fill(-1);
  const next = new Int32Array(parents.length).fill(-1);
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at] ?? 0;
    const name = ownNames(row);
    if (name < 0) continue;
    next[row] = first[name] ?? -1;
    first[name] = row;
  }
  for (let at = 0; at < below.length; at++) {
    const row = below[at] ?? 0;
    const name = named[above.codeAt(row)] ?? -1;
    let parent = name < 0 ? -1 : (first[name] ?? -1);
    while (parent >= 0 && within.cell(parent) !== within.cell(row)) parent = next[parent] ?? -1;
    parents[row] = parent;
  }
  return parents;
}

type Numbered = {
  /** The number of the name by the code of the column `above`; -1 where no row has it. */
  readonly named: Int32Array;
  /** The number of a row's own name; -1 where no row names it. */
  readonly ownNames: (row: number) => number;
  readonly count: number;
};

/** Numbers the names: by the codes of the column `own` while it has some, so that texts are compared once for each name. */
function numberedNames(below: Uint32Array, own: TextColumn, above: TextColumn): Numbered {
  const named = new Int32Array(above.texts.size).fill(unknown);
  const numbers = new Map<string, number>();
  const { codes } = own;
  for (let at = 0; at < below.length; at++) {
    const code = above.codeAt(below[at] ?? 0);
    if (named[code] !== unknown) continue;
    const text = above.texts.at(code) ?? '';
    if (!codes && !numbers.has(text)) numbers.set(text, numbers.size);
    named[code] = (codes ? own.codeOf(text) : numbers.get(text)) ?? -1;
  }
  if (codes) return { named, ownNames: (row) => codes[row] ?? 0, count: own.texts.size };
  return { named, ownNames: (row) => numbers.get(own.cell(row) ?? '') ?? -1, count: numbers.size };
}

const unknown = -2;

function isTooFarBelow(parents: Int32Array, row: number): boolean {
  let at = row;
  for (let steps = 0; steps <= mostAbove; steps++) {
    at = parents[at] ?? -1;
    if (at < 0) return false;
  }
  return true;
}
