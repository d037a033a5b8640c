import { sql } from 'kysely';
import { listAgentStats, readTaskStats, resetLastCounters } from '#contract/collecting/task-stats.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { ok } from '#contract/kit/result.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { type Customers, ofCustomers } from '#server/kit/db/of-customers.ts';
import { done } from '#server/kit/http/audited.ts';
import { namedCustomers } from '#server/kit/http/customer-access.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { readTask } from '../runs/task-state.ts';
import { taskCounts } from './task-counts.ts';

export const taskStatsRoutes: Handler[] = [
  handle(readTaskStats, async ({ cust }, { services }) => ok(await taskCounts(services.db, [cust]))),
  handle(
    resetLastCounters,
    { audit: 'task.reset', load: { task: row('task', 'customerCrawlerId', { lock: true }) } },
    async ({ cust }, { services: { now }, tx, write }, { task }) => {
      const reset = { ...task.row, staged: 0, refused: 0 };
      const marks = (await readTask(tx, cust, reset.id))?.marks;
      write({
        collection: 'task',
        row: reset,
        ...(marks && { extra: { marks: { ...marks, failures: 0, countersResetAt: now().toISOString() } } }),
      });
      return done({ message: messages.countersReset }, { object: ['task', reset.id], changed: changesBetween(task.row, reset) });
    },
  ),
  handle(listAgentStats, { allCustomers: true }, async ({ cust, failuresOnly, date }, { services }) => {
    const rows = await statsOf(services.db, namedCustomers(cust), date);
    return ok(failuresOnly === '1' ? rows.filter(({ failures }) => failures > 0) : rows);
  }),
];

type AgentStats = ReplyOf<typeof listAgentStats>[number];

/** The runs of each task on one day (yyyy-MM-dd) of its customer's zone, those with failures first. Uploads belong to no task. */
async function statsOf(db: Db, customers: Customers, day: string): Promise<AgentStats[]> {
  const { rows } = await sql<Omit<AgentStats, 'checkState'>>`
    select r.customer_id as "customerId", c.name as customer, r.task_id as "taskId", t.deleted as "isRemoved",
      coalesce(t.row ->> 'name', '') as task, coalesce(t.row ->> 'site', '') as source, coalesce(t.row ->> 'crawler', '') as crawler,
      count(*)::integer as runs, count(r.error)::integer as failures,
      sum(r.opened + r.changed + r.same)::integer as pulled, sum(r.opened)::integer as opened,
      sum(r.canceled)::integer as canceled, sum(r.refused)::integer as refused,
      round(coalesce(sum(extract(epoch from r.ended_at - r.started_at)), 0), 1)::double precision as seconds,
      (array_agg(r.error order by r.id desc) filter (where r.error is not null))[1] as error,
      (array_agg(r.outcome order by r.id desc) filter (where r.error is not null))[1] as "errorText"
    from customer c
      cross join lateral (
        select id, customer_id, task_id, started_at, ended_at, error, outcome,
          coalesce((counts ->> 'added')::integer, 0) as opened, coalesce((counts ->> 'changed')::integer, 0) as changed,
          coalesce((counts ->> 'same')::integer, 0) as same, coalesce((counts ->> 'cancelled')::integer, 0) as canceled,
          jsonb_array_length(refused) as refused
        from collection_run
        where customer_id = c.id and task_id is not null
          and started_at >= ${day}::date::timestamp at time zone c.time_zone
          and started_at < (${day}::date + 1)::timestamp at time zone c.time_zone
      ) r
      join task t on t.customer_id = r.customer_id and t.id = r.task_id
    where ${ofCustomers(customers, 'c.id')}
    group by r.customer_id, c.name, r.task_id, t.deleted, t.row
    order by count(r.error) desc, c.name, lower(t.row ->> 'name'), r.task_id`.execute(db);
  return rows.map((one) => ({ ...one, checkState: 1 }));
}
