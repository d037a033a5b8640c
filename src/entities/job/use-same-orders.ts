import type { SameOrdersOfJob } from '#src/workers/grid/same-orders/same-orders-of.ts';
import { useGridAnswer } from './use-grid-answer.ts';

const none: SameOrdersOfJob = { orders: [], lapsed: [] };

/** The same order at other sources, asked again after every change. */
export function useSameOrders(id: number): SameOrdersOfJob {
  const { answer, current } = useGridAnswer({ id }, (client, asked) => client.sameOrders(asked.id));
  return current && answer ? answer : none;
}
