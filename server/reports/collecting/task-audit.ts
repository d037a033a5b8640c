import { type RawBuilder, sql } from 'kysely';
import type { ArgsOf, ReplyOf } from '#contract/kit/endpoint.ts';
import type { reportTaskAudit } from '#contract/reports/collecting-reports.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { Customers } from '#server/kit/db/of-customers.ts';
import { orderOf } from '#server/kit/db/order-of.ts';
import { readPage } from '#server/kit/db/paging.ts';
import type { DayRange } from '../report-range.ts';
import { fromTasks, ofTasks, taskColumns, taskOrder, thenTask } from './report-tasks.ts';

/** In the order of the documented checks, as the list of tasks shows it. */
const state = sql`case when not (t.row ->> 'ready')::boolean then 'setup' when (t.row ->> 'disabled')::boolean then 'customer'
  when (t.row ->> 'disabledByAdmin')::boolean then 'team' when (t.row ->> 'ignored')::boolean then 'provider' else 'active' end`;

const order = {
  ...taskOrder,
  runs: sql`r.runs`,
  exceptions: sql`r.exceptions`,
  loginFailures: sql`r.refused_sign_ins`,
  lastExceptionAt: sql`r.last_at`,
};

/** Runs of a task that its chart draws. */
const recentRuns = 50;

/** The newest of the runs that the report counts, and which of them failed. Only for the rows of a page: counting the rows needs none. */
const newest = (during: RawBuilder<unknown>) => sql`(
  select json_build_object('runs', count(*)::integer, 'failed', coalesce(json_agg(json_build_object('id', n.id, 'ago', n.ago,
    'error', n.error, 'at', to_char(coalesce(n.ended_at, n.started_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by n.ago) filter (where n.error is not null), '[]'))
  from (select id, error, started_at, ended_at, (row_number() over (order by id desc) - 1)::integer as ago
    from collection_run where ${during} order by id desc limit ${recentRuns}) n)`;

/** What went wrong with tasks in a range of days, each customer's in its own time zone. */
export async function taskAudit(
  db: Db,
  customers: Customers,
  asked: Omit<ArgsOf<typeof reportTaskAudit>, 'cust'>,
  { from, to }: DayRange,
): Promise<ReplyOf<typeof reportTaskAudit>> {
  const during = sql`customer_id = t.customer_id and task_id = t.id
    and started_at >= ${from}::date::timestamp at time zone c.time_zone
    and started_at < (${to}::date + 1)::timestamp at time zone c.time_zone`;
  const { total, rows } = await readPage<ReplyOf<typeof reportTaskAudit>['rows'][number]>(
    db,
    {
      select: sql`${taskColumns}, ${state} as state, r.runs, r.refused_sign_ins as "loginFailures", r.exceptions,
        r.last_at as "lastExceptionAt", r.last_words as "lastException", ${newest(during)} as recent`,
      from: sql`${fromTasks} cross join lateral (
        select count(*)::integer as runs, count(error)::integer as exceptions,
          (count(*) filter (where error in ('sign_in', 'password_expired')))::integer as refused_sign_ins,
          max(ended_at) filter (where error is not null) as last_at,
          (array_agg(outcome order by id desc) filter (where error is not null))[1] as last_words
        from collection_run where ${during}) r`,
      where: ofTasks(customers, asked),
      orderBy: orderOf(asked.sort, order, thenTask),
    },
    asked,
  );
  return { total, rows };
}
