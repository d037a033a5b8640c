import { sql } from 'kysely';
import type { ArgsOf, ReplyOf } from '#contract/kit/endpoint.ts';
import type { reportTaskErrors } from '#contract/reports/collecting-reports.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { Customers } from '#server/kit/db/of-customers.ts';
import { orderOf } from '#server/kit/db/order-of.ts';
import { readPage } from '#server/kit/db/paging.ts';
import { hostOf } from '#server/runs/run-rows.ts';
import { fromTasks, ofTasks, taskColumns, taskOrder, thenTask } from './report-tasks.ts';

type Row = ReplyOf<typeof reportTaskErrors>['rows'][number];
/** Reads what a person may see of a task's sign-in. */
export type UserOf = (task: { readonly customerId: number; readonly row: TaskRow }) => string;

const breakLevel = sql`coalesce((t.marks ->> 'failures')::integer, 0)`;
/** New jobs of the last run, unless the counters were reset since. */
const opened = sql`case when last.ended_at > coalesce((t.marks ->> 'countersResetAt')::timestamptz, '-infinity')
  then coalesce((last.counts ->> 'added')::integer, 0) else 0 end`;
const order = {
  ...taskOrder,
  breakLevel,
  pulled: sql`(t.row ->> 'staged')::integer`,
  opened,
};

/** How tasks collect, a page at a time. `userOf` decides whose user name the caller sees. */
export async function taskErrors(
  db: Db,
  customers: Customers,
  asked: Omit<ArgsOf<typeof reportTaskErrors>, 'cust'>,
  { userOf, now }: { readonly userOf: UserOf; readonly now: Date },
): Promise<ReplyOf<typeof reportTaskErrors>> {
  const { total, rows } = await readPage<Omit<Row, 'user' | 'pausedUntil'> & { row: TaskRow; feed: unknown }>(
    db,
    {
      select: sql`${taskColumns}, t.row ->> 'alias' as alias, t.row ->> 'lastRunAt' as "lastRunAt",
        t.row ->> 'lastSuccessAt' as "lastSuccessAt", t.row ->> 'lastResult' as "lastResult", t.row ->> 'error' as error,
        coalesce(t.row ->> 'alarm', case when t.row ->> 'error' is not null then t.row ->> 'lastResult' end) as exception,
        (t.row ->> 'staged')::integer as pulled, (t.row ->> 'refused')::integer as refused, ${opened} as opened,
        ${breakLevel} as "breakLevel", (t.row ->> 'ignored')::boolean as "isIgnored", good.listed as "lastValue",
        t.row, t.settings -> 'feed' as feed`,
      from: sql`${fromTasks} ${lastRuns}`,
      where: ofTasks(customers, asked),
      orderBy: orderOf(asked.sort, order, thenTask),
    },
    asked,
  );
  const pausedUntil = await pausedHosts(db, [...new Set(rows.map(({ customerId }) => customerId))], now);
  return {
    total,
    rows: rows.map(({ row, feed, ...shown }) => ({
      ...shown,
      user: userOf({ customerId: shown.customerId, row }),
      pausedUntil: pausedUntil(shown.customerId, hostOf(feed)),
    })),
  };
}

/** The last run of a task that ended, and the last one that read a file without an error. A replay says nothing about the vendor. */
const lastRuns = sql`
  left join lateral (
    select r.ended_at, r.counts from collection_run r
    where r.customer_id = t.customer_id and r.task_id = t.id and r.ended_at is not null and r.how <> 'replay'
    order by r.id desc limit 1) last on true
  left join lateral (
    select (r.counts ->> 'added')::integer + (r.counts ->> 'changed')::integer + (r.counts ->> 'same')::integer as listed
    from collection_run r
    where r.customer_id = t.customer_id and r.task_id = t.id and r.ended_at is not null and r.how <> 'replay' and r.error is null
      and r.counts ? 'added'
    order by r.id desc limit 1) good on true`;

/** Until when no scheduled run asks a host for a customer; null for a host that may be asked. */
async function pausedHosts(db: Db, customers: readonly number[], now: Date) {
  const { rows } = await sql<{ customerId: number; host: string; until: string }>`
    select customer_id as "customerId", host, open_until as until from vendor_host
    where customer_id = any(${[...customers]}::integer[]) and open_until > ${now}`.execute(db);
  const until = new Map(rows.map((row) => [`${row.customerId} ${row.host}`, row.until]));
  return (customerId: number, host: string | null): string | null => until.get(`${customerId} ${host}`) ?? null;
}
