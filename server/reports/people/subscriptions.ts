import { sql } from 'kysely';
import type { ArgsOf, ReplyOf } from '#contract/kit/endpoint.ts';
import type { reportSubscriptions } from '#contract/reports/people-reports.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { type Customers, ofCustomers } from '#server/kit/db/of-customers.ts';
import { orderOf } from '#server/kit/db/order-of.ts';
import { readPage } from '#server/kit/db/paging.ts';
import { search } from '#server/kit/db/search.ts';

/** The days in which a changed connection counts. */
const changedDays = 7;

const columns = {
  customer: sql`lower(c.name)`,
  plan: sql`lower(coalesce(p.name, ''))`,
  bought: sql`c.agents_included`,
  active: sql`used.active`,
  unpaid: sql`greatest(used.active - c.agents_included, 0)`,
  changed: sql`changed.tasks`,
};

/**
 * The tasks of a customer whose connection was taken or given back since a moment: switched on or off, added switched on, or removed. From
 * the audit, which keeps it also for tasks that are gone. A task that is added switched off takes no connection.
 */
const changedTasks = (since: Date) => sql`
  select count(distinct x.task)::integer as tasks from audit a cross join lateral (
    select a.object_id as task where a.command = 'task.remove'
      or (a.detail -> 'changed' -> 'disabled' ->> 1)::boolean
        is distinct from coalesce((a.detail -> 'changed' -> 'disabled' ->> 0)::boolean, true)
      and a.detail -> 'changed' ? 'disabled'
    union all
    select jsonb_array_elements_text(a.detail -> 'args' -> 'ids') where a.command = 'task.enable.v1' and not a.detail ? 'forbidden'
  ) x
  where a.customer_id = c.id and a.at >= ${since} and a.command in ('task.add', 'task.save', 'task.remove', 'task.enable.v1')`;

/** What customers have subscribed to and what they use, a page at a time. The provider has no subscription. */
export async function subscriptions(
  db: Db,
  customers: Customers,
  asked: Omit<ArgsOf<typeof reportSubscriptions>, 'cust'>,
  now: Date,
): Promise<ReplyOf<typeof reportSubscriptions>> {
  const since = new Date(now.getTime() - changedDays * 86_400_000);
  const { total, rows } = await readPage<ReplyOf<typeof reportSubscriptions>['rows'][number]>(
    db,
    {
      select: sql`c.id as "customerId", c.name as customer, coalesce(p.name, '') as plan, ${columns.bought} as bought,
        ${columns.active} as active, ${columns.unpaid} as unpaid, ${columns.changed} as changed, c.past_due as "isPastDue",
        coalesce((select b.first_name || ' ' || b.last_name || ' <' || b.email || '>' from billing_contact b
          where b.customer_id = c.id and b.is_primary), '') as "billingContact"`,
      from: sql`customer c left join plan p on p.id = c.plan_id
        cross join lateral (
          select count(*)::integer as active from task t
          where t.customer_id = c.id and not t.deleted and not (t.row ->> 'disabled')::boolean) used
        cross join lateral (${changedTasks(since)}) changed`,
      where: [ofCustomers(customers, 'c.id'), sql`not c.provider`, search([sql`c.name`, sql`p.name`], asked.query)],
      orderBy: orderOf(asked.sort, columns, sql`lower(c.name), c.id`),
    },
    asked,
  );
  return { total, rows };
}
