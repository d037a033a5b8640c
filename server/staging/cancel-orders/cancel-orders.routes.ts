import { sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { cancelOrders, checkCancel } from '#contract/staging/cancel-orders.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { passwordHolds } from '#server/people/auth/check-password.ts';
import { findLongWork } from '#server/runs/long-work.ts';
import { startRun } from '#server/runs/run-rows.ts';
import { cancelRuns } from './cancel-run.ts';

/** The client shows a text that starts so in an alert and signs out. */
const wrongPassword = messages.ordersNotCanceled({
  message: 'This is not your password. No order was canceled, and you are signed out.',
});

const source = row('source', 'source');

export const cancelOrdersRoutes: Handler[] = [
  handle(checkCancel, { load: { source } }, async ({ cust }, { services }, { source }) =>
    ok({ source: source.row.name, ...(await countsOf(services.db, cust, source.row.id)) }),
  ),
  handle(
    cancelOrders,
    { audit: 'orders.cancel', ownTransactions: true, load: { source } },
    async ({ cust, password }, { services, actor, ip, record }, { source: { row: found } }) => {
      if (actor.impersonating) return no({ kind: 'forbidden' });
      const holds = await passwordHolds(services, { actor, ip, password });
      if (holds === 'busy') return no({ kind: 'invalid', fields: { password: 'Too many wrong passwords. Try again later.' } });
      if (holds === 'wrong') return no({ kind: 'invalid', fields: { password: wrongPassword } });
      const { open, upto } = await countsOf(services.db, cust, found.id);
      if (open === 0) return no({ kind: 'invalid', fields: { source: `${found.name} has no open orders.` } });
      return services.db.transaction().execute(async (tx) => {
        const runId = await startRun(tx, cancelRuns, {
          customerId: cust,
          key: String(found.id),
          name: `Cancel the open orders of ${found.name}`,
          work: { sourceId: found.id, source: found.name, upto },
          total: open,
          askedBy: actor.userId,
          byName: actor.name,
          now: services.now(),
        });
        const run = runId === null ? undefined : await findLongWork(tx, cust, runId);
        if (!run)
          return no({ kind: 'conflict' as const, current: { message: 'The orders of this source are being canceled already.' } });
        return done(run, await record(tx, { object: ['source', found.id], facts: { orders: open, run: run.id } }));
      });
    },
  ),
];

type Counts = { open: number; posted: number; held: number; hidden: number; canceled: number; upto: number };

async function countsOf(db: Db, customerId: number, sourceId: number): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where status = 'Open')::int as open,
      count(*) filter (where status = 'Open' and row ->> 'externalJobId' is not null)::int as posted,
      count(*) filter (where status = 'Open' and (row ->> 'chgMap')::int & 4 > 0)::int as held,
      count(*) filter (where status = 'Open' and (row ->> 'chgMap')::int & 2 > 0)::int as hidden,
      count(*) filter (where status = 'Cancelled')::int as canceled, coalesce(max(id), 0)::int as upto
    from job where customer_id = ${customerId} and source_id = ${sourceId} and not deleted`.execute(db);
  return rows[0] ?? { open: 0, posted: 0, held: 0, hidden: 0, canceled: 0, upto: 0 };
}
