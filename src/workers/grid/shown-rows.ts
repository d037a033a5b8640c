import type { GridEngine } from '../columns/grid-engine.ts';
import type { Cell } from '../columns/grid-schema.ts';
import type { Summary, View } from '../columns/grid-state.ts';
import { HeldRows, noneWaiting, type WaitingRows } from './held-rows.ts';

/** Cells of a window in the requested order. */
export type JobWindow = { readonly ids: readonly number[]; readonly cells: Readonly<Record<string, readonly Cell[]>> };

/** The rows on the screen: those of the view as they are now, or as they were when the user began to work in them. */
export class ShownRows {
  #engine: GridEngine;
  #view: View = { where: null, sort: [] };
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
    this.#view = view;
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

  summary(): Summary {
    const { order, version, total, count } = this.#engine.summary();
    const held = this.#held;
    this.#order = counted(this.#order, held ? `held ${this.#heldTimes}/${held.changes}` : `${this.#built}/${order}`);
    this.#version = counted(this.#version, `${this.#built}/${version}`);
    return { order: this.#order.number, version: this.#version.number, total, count: held?.count ?? count };
  }

  waiting(): WaitingRows {
    return this.#held?.waiting(this.#engine) ?? noneWaiting;
  }

  window(from: number, to: number, keys: readonly string[]): JobWindow {
    if (!this.#held) {
      const { ids, cells } = this.#engine.window(from, to, keys);
      return { ids: ids as number[], cells };
    }
    const ids = this.#held.ids(Math.max(0, from), to);
    return { ids, cells: this.#engine.cellsOf(ids, keys) };
  }

  ids(from: number, to: number): readonly number[] {
    return this.#held?.ids(from, to) ?? (this.#engine.ids(from, to) as number[]);
  }

  positionOf(id: number): number {
    return this.#held?.positionOf(id) ?? this.#engine.positionOf(id);
  }

  countShown(ids: readonly number[]): number {
    const held = this.#held;
    return held ? ids.filter((id) => held.positionOf(id) >= 0).length : this.#engine.countShown(ids);
  }
}

type Counted = { readonly stamp: string; readonly number: number };

/** The number goes up whenever the stamp changes. */
const counted = (last: Counted, stamp: string): Counted => (last.stamp === stamp ? last : { stamp, number: last.number + 1 });
