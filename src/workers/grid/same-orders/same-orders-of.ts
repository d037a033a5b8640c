import type { JobRow } from '#contract/rows/jobs.ts';
import { lapsedChoices, noOtherOrders, type OtherOrder, type OtherOrders, ordersOf } from '#domain/same-order/other-orders.ts';
import { findSameOrders, type SameOrder } from '#domain/same-order/same-orders.ts';
import { readRows } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';
import type { GridEngine } from '../../columns/grid-engine.ts';
import { comparedWith, gridFacts } from './grid-facts.ts';
import { sameOrdersIn } from './same-order-marks.ts';

type Jobs = { readonly engine: GridEngine; readonly store: Store };

/** The other jobs of one order with their whole rows, which a comparison shows. */
export type SameOrdersOfJob = Omit<OtherOrders, 'orders'> & {
  readonly orders: readonly (OtherOrder & { readonly job: JobRow })[];
};

/** The same order at other sources, for one job. */
export async function sameOrdersOf({ engine, store }: Jobs, id: number): Promise<SameOrdersOfJob> {
  const facts = gridFacts(engine, comparedWith(engine, id));
  const job = facts.find((each) => each.id === id);
  if (!job) return { ...noOtherOrders, orders: [] };
  const found = findSameOrders(facts).get(id) ?? [];
  const rows = await rowsById(store, found);
  const orders = ordersOf(job, found, (other) => rows.get(other)).flatMap((order) => {
    const row = rows.get(order.job.id);
    return row ? [{ ...order, job: row }] : [];
  });
  return { orders, lapsed: lapsedChoices(job, facts) };
}

/** The same for many jobs, without the choices that no longer count. Compares all jobs once. */
export async function sameOrdersOfAll(
  { engine, store }: Jobs,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly OtherOrder[]>> {
  const { facts, found } = sameOrdersIn(engine);
  const rows = await rowsById(
    store,
    ids.flatMap((id) => found.get(id) ?? []),
  );
  return new Map(
    ids.flatMap((id) => {
      const job = facts.get(id);
      return job ? [[id, ordersOf(job, found.get(id) ?? [], (other) => rows.get(other))]] : [];
    }),
  );
}

async function rowsById(store: Store, found: readonly SameOrder[]): Promise<ReadonlyMap<number, JobRow>> {
  const ids = [...new Set(found.map(({ otherId }) => otherId))];
  return new Map((await readRows(store, 'job', ids)).flatMap((row) => (row ? [[row.id, row]] : [])));
}
