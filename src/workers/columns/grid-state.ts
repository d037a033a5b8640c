import type { Condition } from '#domain/query/condition.ts';
import { andInto, type Bitmap } from './bits/bitmap.ts';
import type { Ground } from './column.ts';
import { compile } from './filter.ts';
import type { GridSchema, SortKey } from './grid-schema.ts';
import { RankedRows } from './ranked-rows.ts';
import { RowTree } from './row-tree.ts';
import { Table } from './table.ts';

/**
 * What the grid shows: `count` of `total` rows. `order` changes when the shown rows or their order change, `version` when any
 * cell changes. If both are equal, windows are equal.
 */
export type Summary = { readonly order: number; readonly version: number; readonly total: number; readonly count: number };
/** The condition (null: all rows) and the sort order. */
export type View = { readonly where: Condition | null; readonly sort: readonly SortKey[] };

const EVERYTHING: Condition = { kind: 'all', of: [] };

/** The table, the view, and the cached result. */
export class GridState {
  readonly table: Table;
  readonly tree: RowTree;
  result: RankedRows;
  readonly #ground: Ground;
  #view: View = { where: null, sort: [] };
  #order = 0;
  #version = 0;

  constructor(schema: GridSchema, ground: Ground) {
    this.table = new Table(schema);
    this.tree = new RowTree(this.table);
    this.#ground = ground;
    this.result = this.#ranked();
  }

  #ranked(): RankedRows {
    return new RankedRows(this.table, compile(this.#view.where ?? EVERYTHING, this.table, this.#ground), this.#view.sort);
  }

  summary(): Summary {
    return { order: this.#order, version: this.#version, total: this.table.size, count: this.result.count };
  }

  /** `moved`: rows were added or removed, or changed position. */
  changed(moved: boolean): Summary {
    this.#version++;
    if (moved) this.#order++;
    return this.summary();
  }

  /** Computes the result again, after too many changes to patch. */
  recomputed(): Summary {
    this.result = this.#ranked();
    return this.changed(true);
  }

  show(view: View): Summary {
    this.#view = view;
    return this.recomputed();
  }

  matching(where: Condition): Bitmap {
    const bits = new Uint32Array(this.table.alive.length);
    compile(where, this.table, this.#ground).scan().mark(bits);
    andInto(bits, this.table.alive);
    return bits;
  }

  /** A lookup moves rows only when the view filters or sorts by a looked-up column. */
  lookedUp(lookup: string): Summary {
    const { schema } = this.table;
    return this.filled((schema.derived ?? []).filter((column) => column.lookup === lookup).map((column) => column.key));
  }

  /** Columns have other cells now. */
  filled(keys: readonly string[]): Summary {
    const moved = new Set(keys);
    const used = [...columnsOf(this.#view.where ?? EVERYTHING, this.table.schema), ...this.#view.sort.map((sort) => sort.key)];
    return used.some((key) => moved.has(key)) ? this.recomputed() : this.changed(false);
  }
}

function columnsOf(condition: Condition, schema: GridSchema): string[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap((part) => columnsOf(part, schema));
    case 'not':
      return columnsOf(condition.of, schema);
    case 'word':
      return (schema.derived ?? []).map((column) => column.key);
    case 'ids':
      return [];
    default:
      return [condition.column];
  }
}
