import { sql } from 'kysely';
import type { ArgsOf, ReplyOf } from '#contract/kit/endpoint.ts';
import type { reportTaskStatus } from '#contract/reports/collecting-reports.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { type Customers, ofCustomers } from '#server/kit/db/of-customers.ts';
import { orderOf } from '#server/kit/db/order-of.ts';
import { readPage } from '#server/kit/db/paging.ts';
import { fromTasks, isActive, ofTasks, taskColumns, taskOrder, thenTask } from './report-tasks.ts';

const open = sql`coalesce(j.open, 0)`;
const canceled = sql`coalesce(j.canceled, 0)`;
const others = sql`coalesce(j.others, 0)`;

/** The jobs of tasks by status, a page at a time. Every job of a task counts once, hidden ones too. */
export async function taskStatus(
  db: Db,
  customers: Customers,
  asked: Omit<ArgsOf<typeof reportTaskStatus>, 'cust'>,
): Promise<ReplyOf<typeof reportTaskStatus>> {
  const { total, rows } = await readPage<ReplyOf<typeof reportTaskStatus>['rows'][number]>(
    db,
    {
      select: sql`${taskColumns}, ${isActive} as "isActive", ${open} as open, ${canceled} as canceled, ${others} as others,
        t.row ->> 'lastSuccessAt' as "lastSuccessAt"`,
      from: sql`${fromTasks} left join (
        select customer_id, task_id, count(*) filter (where status = 'Open')::integer as open,
          count(*) filter (where status = 'Cancelled')::integer as canceled,
          count(*) filter (where status not in ('Open', 'Cancelled'))::integer as others
        from job where ${ofCustomers(customers)} and not deleted and task_id is not null group by 1, 2
      ) j on j.customer_id = t.customer_id and j.task_id = t.id`,
      where: ofTasks(customers, asked),
      orderBy: orderOf(asked.sort, { ...taskOrder, open, canceled, others }, thenTask),
    },
    asked,
  );
  return { total, rows };
}
