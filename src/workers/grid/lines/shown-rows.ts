import type { GridEngine } from '../../columns/grid-engine.ts';
import type { Cell } from '../../columns/grid-schema.ts';
import type { View as Order, Summary } from '../../columns/grid-state.ts';
import { GroupIds, type Grouping, type GroupLine, GroupLines, type RowNest, ungrouped } from './group-lines.ts';
import { HeldRows, noneWaiting, type WaitingRows } from './held-rows.ts';
import { flat, nestRows } from './nested-rows.ts';
import { OpenedRows } from './opened-rows.ts';

/**
 * Cells of a window in the requested order. `groups` has an entry for each line where the rows are grouped: null for a row. `nests` has
 * one for each line where rows are below each other: null for a row that is neither above nor below another.
 */
export type JobWindow = {
  readonly ids: readonly number[];
  readonly cells: Readonly<Record<string, readonly Cell[]>>;
  readonly groups?: readonly (GroupLine | null)[];
  readonly nests?: readonly (RowNest | null)[];
};

/**
 * What the screen shows: the condition, the order, and groups, whose columns are the first of the order. `opened` are the ids of rows
 * whose rows below them are shown; without it, no row is below another.
 */
export type View = Order & { readonly grouping?: Grouping; readonly opened?: Opened };
/** Ids of opened rows; null where no row is below another. */
export type Opened = readonly number[] | null;

/**
 * `count` are the rows that match, `lines` what the screen shows of them: in groups, also a line for each group. Of the rows that match,
 * `below` are below another one; `others` are shown there although they do not match.
 */
export type ShownSummary = Summary & { readonly lines: number; readonly below: number; readonly others: number };

/** The rows on the screen: those of the view as they are now, or as they were when the user began to work in them. */
export class ShownRows {
  #engine: GridEngine;
  #view: View = { where: null, sort: [] };
  #lines: Lines | null = null;
  /** The groups and the opened rows of the view, to compare. */
  #turned = '';
  readonly #opened = new OpenedRows();
  readonly #groupIds = new GroupIds();
  #holds = false;
  #held: HeldRows | null = null;
  /** How often rows were held. */
  #heldTimes = 0;
  /** How often the engine was replaced. Its change counts start over each time. */
  #built = 0;
  #order = { stamp: '', number: 0 };
  #version = { stamp: '', number: 0 };

  constructor(engine: GridEngine) {
    this.#engine = engine;
  }

  use(engine: GridEngine): void {
    this.#engine = engine;
    this.#built++;
    engine.show(this.#view);
  }

  /** Shows another view as it is now. Its rows are held from the next `allRead`. */
  show(view: View): void {
    // Opening a group or a row is no other view: rows that wait go on waiting, and nothing is sorted again.
    const isSame = JSON.stringify([view.where, view.sort]) === JSON.stringify([this.#view.where, this.#view.sort]);
    const turned = JSON.stringify([view.grouping ?? ungrouped, view.opened ?? null]);
    const isTurned = turned !== this.#turned;
    this.#view = view;
    this.#turned = turned;
    if (isSame && isTurned) return;
    this.#engine.show(view);
    this.#hold(null);
  }

  /** Holds the rows as they are now, as soon as `settled` all are read; or shows every change again. */
  hold(holds: boolean, settled: boolean): void {
    this.#holds = holds;
    this.#hold(null);
    if (settled) this.allRead();
  }

  /**
   * All rows are read: from here on they can be held. Without a row nothing can move under the user's hands, so new ones show at once.
   * Returns whether the rows are held from now on.
   */
  allRead(): boolean {
    if (!this.#holds || this.#held || this.#engine.summary().count === 0) return false;
    this.#hold(new HeldRows(this.#engine));
    this.#heldTimes++;
    // Also what is below opened rows is held from now on.
    this.#inLines();
    return true;
  }

  #hold(rows: HeldRows | null): void {
    this.#held = rows;
    this.#opened.clear();
  }

  /** The user changed these rows. */
  settle(own: ReadonlySet<number>): void {
    if (own.size > 0) this.#held?.settle(this.#engine, own);
  }

  drop(gone: readonly number[]): void {
    if (gone.length > 0) this.#held?.drop(gone);
  }

  /** The rows in groups or below each other; null where they are neither. Held rows stay in their places, so that no line moves. */
  #inLines(): Lines | null {
    const { grouping = ungrouped, opened = null } = this.#view;
    const isGrouped = grouping.keys.length > 0;
    const tree = opened ? this.#engine.tree() : null;
    if (!isGrouped && !tree) return null;
    const held = this.#held;
    const { order, version } = this.#engine.summary();
    const rows = held ? `held ${this.#heldTimes}/${held.changes}` : isGrouped ? version : order;
    const stamp = `${this.#built}/${rows}/${tree && this.#engine.treeVersion()} ${this.#turned}`;
    if (this.#lines?.stamp === stamp) return this.#lines;
    const shown = this.#engine.rowsOf(held ? held.ids(0, held.count) : null);
    const below = tree && opened ? this.#opened.below(this.#engine, tree, opened, held) : null;
    const nested = tree && below ? nestRows(shown, tree, below) : flat(shown);
    const of = { nested, below: tree?.counts ?? null, open: new Set(below?.keys()) };
    const lines = new GroupLines(this.#engine, of, grouping, this.#groupIds);
    const before = this.#lines;
    const isLike = before?.turned === this.#turned && lines.isLike(before.lines);
    const number = (before?.order ?? 0) + Number(!isLike);
    this.#lines = { stamp, turned: this.#turned, lines, order: number, isGrouped, isNested: tree !== null };
    return this.#lines;
  }

  summary(): ShownSummary {
    const { order, version, total, count } = this.#engine.summary();
    const held = this.#held;
    const inLines = this.#inLines();
    const rows = held ? `held ${this.#heldTimes}/${held.changes}` : `${this.#built}/${order}`;
    this.#order = counted(this.#order, inLines ? `lines ${inLines.order}` : rows);
    this.#version = counted(this.#version, `${this.#built}/${version}`);
    const shown = held?.count ?? count;
    const counts = { order: this.#order.number, version: this.#version.number, total, count: shown };
    return { ...counts, lines: inLines?.lines.count ?? shown, ...(inLines?.lines.nested ?? noneNested) };
  }

  waiting(): WaitingRows {
    return this.#held?.waiting(this.#engine) ?? noneWaiting;
  }

  /** Cells of lines; the lines of groups also have the totals of the columns `summed`. */
  window(from: number, to: number, keys: readonly string[], summed: readonly string[] = []): JobWindow {
    const inLines = this.#inLines();
    if (inLines) {
      const { lines, isGrouped, isNested } = inLines;
      const ids = lines.idsOf(from, to);
      return {
        ids,
        cells: this.#engine.cellsOf(ids, keys),
        ...(isGrouped && { groups: lines.groupsOf(from, to, summed) }),
        ...(isNested && { nests: lines.nestsOf(from, to) }),
      };
    }
    if (!this.#held) {
      const { ids, cells } = this.#engine.window(from, to, keys);
      return { ids: ids as number[], cells };
    }
    const ids = this.#held.ids(Math.max(0, from), to);
    return { ids, cells: this.#engine.cellsOf(ids, keys) };
  }

  /** Ids of lines; those of groups are negative. */
  ids(from: number, to: number): readonly number[] {
    return this.#inLines()?.lines.idsOf(from, to) ?? this.rowIds(from, to);
  }

  /** Ids of rows, also of those in closed groups and below closed rows. */
  rowIds(from: number, to: number): readonly number[] {
    return this.#held?.ids(from, to) ?? (this.#engine.ids(from, to) as number[]);
  }

  positionOf(id: number): number {
    return this.#inLines()?.lines.positionOf(id) ?? this.#held?.positionOf(id) ?? this.#engine.positionOf(id);
  }

  countShown(ids: readonly number[]): number {
    const held = this.#held;
    return held ? ids.filter((id) => held.positionOf(id) >= 0).length : this.#engine.countShown(ids);
  }
}

/** The lines of the screen, and what they were made of. Their `order` goes up whenever one of them moves. */
type Lines = {
  readonly stamp: string;
  readonly turned: string;
  readonly lines: GroupLines;
  readonly order: number;
  readonly isGrouped: boolean;
  readonly isNested: boolean;
};

const noneNested = { below: 0, others: 0 };

type Counted = { readonly stamp: string; readonly number: number };

/** The number goes up whenever the stamp changes. */
const counted = (last: Counted, stamp: string): Counted => (last.stamp === stamp ? last : { stamp, number: last.number + 1 });
