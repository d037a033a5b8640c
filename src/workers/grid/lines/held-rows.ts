import type { GridEngine } from '../../columns/grid-engine.ts';

/** Rows that arrived in the view or left it since the user began to work in it, and that the screen does not show as such yet. */
export type WaitingRows = { readonly arrived: number; readonly left: number };

export const noneWaiting: WaitingRows = { arrived: 0, left: 0 };

/**
 * The rows of a view as they were when the user began to work in it. Rows that others add, move or take out wait, so that nothing
 * moves under the user's hands. The user's own changes take effect at once. Cells are always the current ones.
 */
export class HeldRows {
  #ids: readonly number[];
  #places: ReadonlyMap<number, number>;
  /** How often these rows changed. */
  changes = 0;

  constructor(engine: GridEngine) {
    this.#ids = shownIds(engine);
    this.#places = placesOf(this.#ids);
  }

  get count(): number {
    return this.#ids.length;
  }

  ids(from: number, to: number): readonly number[] {
    return this.#ids.slice(from, to);
  }

  positionOf(id: number): number {
    return this.#places.get(id) ?? -1;
  }

  waiting(engine: GridEngine): WaitingRows {
    const shown = engine.countShown(this.#ids);
    return { arrived: engine.summary().count - shown, left: this.#ids.length - shown };
  }

  /** Takes in what the user changed: of these rows, those that match now are shown, the others are not. */
  settle(engine: GridEngine, own: ReadonlySet<number>): void {
    const isShown = (id: number) => engine.countShown([id]) > 0;
    const goes = (id: number) => own.has(id) && !isShown(id);
    const comes = [...own].filter((id) => !this.#places.has(id) && isShown(id));
    if (comes.length === 0 && ![...own].some((id) => this.#places.has(id) && goes(id))) return;
    const ids = this.#ids.filter((id) => !goes(id));
    this.#put(comes.length === 0 ? ids : this.#merged(engine, ids, new Set(comes)));
  }

  /** Drops rows that no longer exist. */
  drop(gone: readonly number[]): void {
    const ids = new Set(gone);
    if (gone.some((id) => this.#places.has(id))) this.#put(this.#ids.filter((id) => !ids.has(id)));
  }

  /** Puts new rows behind the row that they follow in the current order. */
  #merged(engine: GridEngine, ids: readonly number[], comes: ReadonlySet<number>): readonly number[] {
    const behind = new Map<number | null, number[]>();
    let last: number | null = null;
    for (const id of shownIds(engine)) {
      if (!comes.has(id)) {
        if (this.#places.has(id)) last = id;
        continue;
      }
      const list = behind.get(last) ?? [];
      list.push(id);
      behind.set(last, list);
    }
    return [...(behind.get(null) ?? []), ...ids.flatMap((id) => [id, ...(behind.get(id) ?? [])])];
  }

  #put(ids: readonly number[]): void {
    this.#ids = ids;
    this.#places = placesOf(ids);
    this.changes++;
  }
}

const shownIds = (engine: GridEngine): readonly number[] => engine.ids(0, engine.summary().count) as number[];
const placesOf = (ids: readonly number[]): ReadonlyMap<number, number> => new Map(ids.map((id, place) => [id, place]));
