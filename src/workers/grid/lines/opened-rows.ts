import type { GridEngine } from '../../columns/grid-engine.ts';
import type { Tree } from '../../columns/row-tree.ts';
import type { HeldRows } from './held-rows.ts';

/**
 * The rows below opened ones, in the order of the view. While the rows of a view are held, so are these: those that arrive wait, and
 * none moves.
 */
export class OpenedRows {
  readonly #held = new Map<number, readonly number[]>();

  /** The rows are held from now on as they are then, or no longer. */
  clear(): void {
    this.#held.clear();
  }

  /** For each opened row that has rows below it, by position, those rows. */
  below(engine: GridEngine, tree: Tree, opened: readonly number[], held: HeldRows | null): Map<number, Uint32Array> {
    const rows = opened.map((id) => engine.rowAt(id)).filter((row) => (tree.counts[row] ?? 0) > 0);
    if (rows.length === 0) return new Map();
    const below = new Map(rows.map((row): [number, number[]] => [row, []]));
    for (const [row, parent] of tree.parents.entries()) if (parent >= 0) below.get(parent)?.push(row);
    return new Map([...below].map(([row, list]) => [row, this.#listOf(engine, row, list, held)]));
  }

  #listOf(engine: GridEngine, row: number, below: readonly number[], held: HeldRows | null): Uint32Array {
    const id = engine.idAt(row) as number;
    const known = held && this.#held.get(id);
    if (known) return Uint32Array.from(known.map((each) => engine.rowAt(each)).filter((at) => at >= 0));
    const isWaiting = (at: number) => held !== null && engine.isShownAt(at) && held.positionOf(engine.idAt(at) as number) < 0;
    const list = engine.sorted(Uint32Array.from(below.filter((at) => !isWaiting(at))));
    if (held)
      this.#held.set(
        id,
        Array.from(list, (at) => engine.idAt(at) as number),
      );
    return list;
  }
}
