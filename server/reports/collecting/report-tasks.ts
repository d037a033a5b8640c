import { type RawBuilder, sql } from 'kysely';
import { type Customers, ofCustomers } from '#server/kit/db/of-customers.ts';
import { search } from '#server/kit/db/search.ts';

/** Tasks `t` with their customer `c` and source `s`: what every report about tasks reads. */
export const fromTasks = sql`task t join customer c on c.id = t.customer_id
  left join source s on s.customer_id = t.customer_id and s.id = (t.row ->> 'sourceId')::integer`;

/** The columns of such a report that say whose task it is. */
export const taskColumns = sql`t.customer_id as "customerId", c.name as customer, t.id as "taskId", t.row ->> 'name' as task,
  coalesce(s.row ->> 'name', t.row ->> 'site', '') as source, t.row ->> 'crawler' as crawler`;

/** What such a report sorts by. */
export const taskOrder = {
  task: sql`lower(t.row ->> 'name')`,
  customer: sql`lower(c.name)`,
  source: sql`lower(s.row ->> 'name')`,
  lastSuccessAt: sql`t.row ->> 'lastSuccessAt'`,
  lastRunAt: sql`t.row ->> 'lastRunAt'`,
};
/** The order of tasks that are alike. */
export const thenTask = sql`lower(t.row ->> 'name'), t.customer_id, t.id`;

type Asked = { readonly source: number; readonly query: string };

/** The tasks of customers that were not removed, of one source, with a text. */
export const ofTasks = (customers: Customers, { source, query }: Asked): RawBuilder<unknown>[] => [
  ofCustomers(customers, 't.customer_id'),
  sql`not t.deleted`,
  source === 0 ? sql`true` : sql`(t.row ->> 'sourceId')::integer = ${source}`,
  search([sql`t.row ->> 'name'`, sql`c.name`, sql`s.row ->> 'name'`, sql`t.row ->> 'alias'`, sql`t.row ->> 'crawler'`], query),
];

/** Whether a task is switched on: not by its customer, not by the provider, and not ignored. */
export const isActive = sql<boolean>`(not (t.row ->> 'disabled')::boolean and not (t.row ->> 'disabledByAdmin')::boolean
  and not (t.row ->> 'ignored')::boolean and (t.row ->> 'ready')::boolean)`;
