import type { RowSet } from '#domain/commands/row-set.ts';
import type { Tx } from '../kit/db/connection.ts';
import type { Sent } from './decide.ts';
import type { CommandEffects } from './effects.ts';
import { addReads } from './load-rows.ts';
import { type Plan, type PlanRows, planOf } from './plan.ts';

/**
 * Plans one person's commands in order, over the locked rows in `book`. Each command sees the changes of the commands before it.
 * Stops at the first command that is not applied; that one and all later ones are left out (decision 0018).
 */
export async function planTogether(
  tx: Tx,
  effects: CommandEffects,
  sents: readonly Sent[],
  book: RowSet,
): Promise<readonly Plan[]> {
  const plans: Plan[] = [];
  for (const sent of sents) {
    const plan = await planOf(tx, effects, sent, rowsAmong(tx, sent.customerId, book));
    if (plan.outcome.outcome === 'rejected') return plans;
    plans.push(plan);
    for (const write of plan.writes) book.put(write);
  }
  return plans;
}

/** Rows in the row set keep the changes of the earlier commands. Other rows are read from PostgreSQL. */
const rowsAmong = (tx: Tx, customerId: number, book: RowSet): PlanRows => ({
  lock: async () => book,
  add: (keys) =>
    addReads(
      tx,
      customerId,
      keys.filter(({ collection, id }) => !book.get(collection, id)),
      book,
    ),
});
