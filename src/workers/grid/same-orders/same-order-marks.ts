import type { OrderFacts } from '#domain/same-order/order-facts.ts';
import { findSameOrders } from '#domain/same-order/same-orders.ts';
import { all, equals, flagged, not, postMarksKey } from '#domain/staging/job-conditions.ts';
import { type SameOrderMark, sameOrderMarks } from '#domain/staging/same-order-marks.ts';
import type { GridEngine } from '../../columns/grid-engine.ts';
import { gridFacts } from './grid-facts.ts';

/** After a change, the orders are compared once no other change came for so long. */
const quietMs = 250;

const candidates = all(equals('status', 'Open'), not(flagged('manuallyCancelled')));

/** The jobs, and the targets that they are posted to. */
type MarkedGrid = { readonly engine: GridEngine; readonly lookups: { readonly targetIds: readonly number[] } };

/** Which orders of a grid came from two sources. Compared again a moment after each change. */
export class SameOrderMarks {
  #marks: ReadonlyMap<number, SameOrderMark> = new Map();
  #moved = new Set<number>();
  #own = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isClosed = false;
  readonly #grid: MarkedGrid;
  readonly #due: () => void;

  /** `due` is called when marks have moved: write the jobs of `takeMoved` again. */
  constructor(grid: MarkedGrid, due: () => void) {
    this.#grid = grid;
    this.#due = due;
  }

  of(id: number): SameOrderMark | null {
    return this.#marks.get(id) ?? null;
  }

  /** The rows of a new engine have no marks yet. */
  forget(): void {
    this.#marks = new Map();
    this.#moved.clear();
  }

  /** Something changed that may make orders the same or different. `own`: the jobs that this person changed. */
  soon(own: readonly number[] = []): void {
    for (const id of own) this.#own.add(id);
    if (this.#timer) clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => this.#renew(), quietMs);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** The jobs whose mark moved since the last call, and those of them that this person changed. */
  takeMoved(): { readonly moved: readonly number[]; readonly own: ReadonlySet<number> } {
    const moved = [...this.#moved];
    const own = new Set(moved.filter((id) => this.#own.has(id)));
    // Without a moved mark, what this person changed is still to be compared.
    if (moved.length > 0) this.#own.clear();
    this.#moved.clear();
    return { moved, own };
  }

  #renew(): void {
    this.#timer = null;
    const before = this.#marks;
    this.#marks = marksOf(this.#grid);
    for (const id of new Set([...before.keys(), ...this.#marks.keys()]))
      if (keyOf(before.get(id)) !== keyOf(this.#marks.get(id))) this.#moved.add(id);
    if (this.#moved.size > 0) this.#due();
    else this.#own.clear();
  }
}

const keyOf = (mark: SameOrderMark | undefined): string => (mark ? `${mark.sameOrderState} ${mark.alsoFrom}` : '');

/** Every order of the grid that came from two sources, by job. */
export function sameOrdersIn(engine: GridEngine): {
  facts: ReadonlyMap<number, OrderFacts>;
  found: ReturnType<typeof findSameOrders>;
} {
  const facts = gridFacts(engine, engine.idsWhere(candidates, Number.MAX_SAFE_INTEGER) as number[]);
  return { facts: new Map(facts.map((job) => [job.id, job])), found: findSameOrders(facts) };
}

function marksOf({ engine, lookups }: MarkedGrid): ReadonlyMap<number, SameOrderMark> {
  const { facts, found } = sameOrdersIn(engine);
  const ids = [...found.keys()];
  const cells = engine.cellsOf(ids, [postMarksKey])[postMarksKey] ?? [];
  const posts = new Map(ids.map((id, i) => [id, cells[i]]));
  return sameOrderMarks(facts, found, (id) => posts.get(id), lookups.targetIds);
}
