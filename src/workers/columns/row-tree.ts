import { type AnyColumn, asAsked } from './any-column.ts';
import { positionsOf } from './bitmap.ts';
import type { Cell, TreeSchema } from './grid-schema.ts';
import type { Table } from './table.ts';

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
  const named = asAsked(table.column(above), above);
  const rows = positionsOf(table.alive);
  const below = rows.filter((row) => !named.isBlank(row));
  if (below.length === 0) return null;
  const parents = parentsOf({ rows, below }, [table.column(own), table.column(above), table.column(within)]);
  const astray = below.filter((row) => isTooFarBelow(parents, row));
  for (const row of astray) parents[row] = -1;
  const counts = new Uint32Array(parents.length);
  let any = false;
  for (const row of below) {
    const parent = parents[row] ?? -1;
    if (parent < 0) continue;
    counts[parent] = (counts[parent] ?? 0) + 1;
    any = true;
  }
  return any ? { parents, counts } : null;
}

type Columns = readonly [own: AnyColumn, above: AnyColumn, within: AnyColumn];

function parentsOf({ rows, below }: { rows: Uint32Array; below: Uint32Array }, [own, above, within]: Columns): Int32Array {
  /** The rows that are named by others, by their name in each part of the table. */
  const named = new Map<Cell, Map<Cell, number>>();
  for (const row of below) {
    const part = within.cell(row);
    const names = named.get(part);
    if (names) names.set(above.cell(row), -1);
    else named.set(part, new Map([[above.cell(row), -1]]));
  }
  for (const row of rows) {
    const names = named.get(within.cell(row));
    const name = names && own.cell(row);
    if (name !== undefined && names?.get(name) === -1) names.set(name, row);
  }
  const parents = new Int32Array((rows.at(-1) ?? -1) + 1).fill(-1);
  for (const row of below) parents[row] = named.get(within.cell(row))?.get(above.cell(row)) ?? -1;
  return parents;
}

function isTooFarBelow(parents: Int32Array, row: number): boolean {
  let at = row;
  for (let steps = 0; steps <= mostAbove; steps++) {
    at = parents[at] ?? -1;
    if (at < 0) return false;
  }
  return true;
}
