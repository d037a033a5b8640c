import { sql } from 'kysely';
import type { ArgsOf, ReplyOf } from '#contract/kit/endpoint.ts';
import type { reportTaskUsers } from '#contract/reports/people-reports.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { type Customers, ofCustomers } from '#server/kit/db/of-customers.ts';
import { orderOf } from '#server/kit/db/order-of.ts';
import { readPage } from '#server/kit/db/paging.ts';
import { search } from '#server/kit/db/search.ts';
import { alertColumns, targetsOf } from './people-columns.ts';

/** Everybody who works at a customer, for each of its tasks, a page at a time. The provider has no tasks and is not among them. */
export async function taskUsers(
  db: Db,
  customers: Customers,
  asked: Omit<ArgsOf<typeof reportTaskUsers>, 'cust'>,
): Promise<ReplyOf<typeof reportTaskUsers>> {
  const task = sql`t.row ->> 'name'`;
  const { total, rows } = await readPage<ReplyOf<typeof reportTaskUsers>['rows'][number]>(
    db,
    {
      select: sql`c.id as "customerId", c.name as customer, c.past_due as "isPastDue", ${targetsOf('c.id')} as target, t.id as "taskId",
        ${task} as task, u.id as "contactId", u.name as contact, u.email, u.phone, ${alertColumns}`,
      from: sql`customer c join app_user u on u.customer_id = c.id
        left join task t on t.customer_id = c.id and not t.deleted`,
      where: [
        ofCustomers(customers, 'c.id'),
        sql`not c.provider and u.deleted_at is null and u.disabled_at is null`,
        search([sql`c.name`, task, sql`u.name`, sql`u.email`, sql`u.phone`], asked.query),
      ],
      orderBy: orderOf(
        asked.sort,
        { customer: sql`lower(c.name)`, task: sql`lower(${task})`, contact: sql`lower(u.name)`, email: sql`u.email` },
        sql`lower(c.name), lower(${task}), lower(u.name), u.id, t.id`,
      ),
    },
    asked,
  );
  return { total, rows };
}
