import type { GridEngine } from '../../columns/grid-engine.ts';
import type { Cell } from '../../columns/grid-schema.ts';
import type { View as Order, Summary } from '../../columns/grid-state.ts';
import { GroupIds, type Grouping, type GroupLine, GroupLines, ungrouped } from './group-lines.ts';
import { HeldRows, noneWaiting, type WaitingRows } from './held-rows.ts';

/** Cells of a window in the requested order. `groups` has an entry for each line where the rows are grouped: null for a row. */
export type JobWindow = {
  readonly ids: readonly number[];
  readonly cells: Readonly<Record<string, readonly Cell[]>>;
  readonly groups?: readonly (GroupLine | null)[];
};

/** What the screen shows: the condition, the order, and groups, whose columns are the first of the order. */
export type View = Order & { readonly grouping?: Grouping };

/** `count` are the rows that match, `lines` what the screen shows of them: in groups, also a line for each group. */
export type ShownSummary = Summary & { readonly lines: number };

/** The rows on the screen: those of the view as they are now, or as they were when the user began to work in them. */
export class ShownRows {
  #engine: GridEngine;
  #view: View = { where: null, sort: [] };
  #groups: { readonly stamp: string; readonly lines: GroupLines; readonly order: number } | null = null;
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
    // Opening a group is no other view: rows that wait go on waiting, and nothing is sorted again.
    const isSame = JSON.stringify([view.where, view.sort]) === JSON.stringify([this.#view.where, this.#view.sort]);
    this.#view = view;
    if (isSame && view.grouping && view.grouping.keys.length > 0) return;
    this.#engine.show(view);
    this.#held = null;
  }

  /** Holds the rows as they are now, as soon as `settled` all are read; or shows every change again. */
  hold(holds: boolean, settled: boolean): void {
    this.#holds = holds;
    this.#held = null;
    if (settled) this.allRead();
  }

  /**
   * All rows are read: from here on they can be held. Without a row nothing can move under the user's hands, so new ones show at once.
   * Returns whether the rows are held from now on.
   */
  allRead(): boolean {
    if (!this.#holds || this.#held || this.#engine.summary().count === 0) return false;
    this.#held = new HeldRows(this.#engine);
    this.#heldTimes++;
    return true;
  }

  /** The user changed these rows. */
  settle(own: ReadonlySet<number>): void {
    if (own.size > 0) this.#held?.settle(this.#engine, own);
  }

  drop(gone: readonly number[]): void {
    if (gone.length > 0) this.#held?.drop(gone);
  }

  /** The rows in groups; null where they are not grouped. Held rows stay in their groups, so that no line moves. */
  #grouped(): GroupLines | null {
    const { grouping = ungrouped } = this.#view;
    if (grouping.keys.length === 0) return null;
    const held = this.#held;
    const rows = held ? `held ${this.#heldTimes}/${held.changes}` : `${this.#engine.summary().version}`;
    const stamp = `${this.#built}/${rows} ${JSON.stringify(grouping)}`;
    if (this.#groups?.stamp !== stamp) {
      const positions = this.#engine.rowsOf(held ? held.ids(0, held.count) : null);
      const lines = new GroupLines(this.#engine, positions, grouping, this.#groupIds);
      const before = this.#groups;
      this.#groups = { stamp, lines, order: (before?.order ?? 0) + Number(before === null || !lines.isLike(before.lines)) };
    }
    return this.#groups.lines;
  }

  summary(): ShownSummary {
    const { order, version, total, count } = this.#engine.summary();
    const held = this.#held;
    const grouped = this.#grouped();
    const rows = held ? `held ${this.#heldTimes}/${held.changes}` : `${this.#built}/${order}`;
    this.#order = counted(this.#order, grouped ? `groups ${this.#groups?.order}` : rows);
    this.#version = counted(this.#version, `${this.#built}/${version}`);
    const shown = held?.count ?? count;
    return { order: this.#order.number, version: this.#version.number, total, count: shown, lines: grouped?.count ?? shown };
  }

  waiting(): WaitingRows {
    return this.#held?.waiting(this.#engine) ?? noneWaiting;
  }

  /** Cells of lines; the lines of groups also have the totals of the columns `summed`. */
  window(from: number, to: number, keys: readonly string[], summed: readonly string[] = []): JobWindow {
    const grouped = this.#grouped();
    if (grouped) {
      const ids = grouped.idsOf(from, to);
      return { ids, cells: this.#engine.cellsOf(ids, keys), groups: grouped.groupsOf(from, to, summed) };
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
    return this.#grouped()?.idsOf(from, to) ?? this.rowIds(from, to);
  }

  /** Ids of rows, also of those in closed groups. */
  rowIds(from: number, to: number): readonly number[] {
    return this.#held?.ids(from, to) ?? (this.#engine.ids(from, to) as number[]);
  }

  positionOf(id: number): number {
    return this.#grouped()?.positionOf(id) ?? this.#held?.positionOf(id) ?? this.#engine.positionOf(id);
  }

  countShown(ids: readonly number[]): number {
    const held = this.#held;
    return held ? ids.filter((id) => held.positionOf(id) >= 0).length : this.#engine.countShown(ids);
  }
}

type Counted = { readonly stamp: string; readonly number: number };

/** The number goes up whenever the stamp changes. */
const counted = (last: Counted, stamp: string): Counted => (last.stamp === stamp ? last : { stamp, number: last.number + 1 });
