import { type RawBuilder, sql } from 'kysely';
import type { ArgsOf, ReplyOf } from '#contract/kit/endpoint.ts';
import type { reportDataIssues, reportFaultyRows } from '#contract/reports/collecting-reports.ts';
import { isJobFault, jobFaultNames, jobFaults } from '#domain/data-issues/job-faults.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { type Customers, ofCustomers } from '#server/kit/db/of-customers.ts';
import { orderOf } from '#server/kit/db/order-of.ts';
import { readPage } from '#server/kit/db/paging.ts';
import { search } from '#server/kit/db/search.ts';
import { faultConditions, isLookedAt } from './fault-conditions.ts';

/** Uploads of so many days count; of a task, the last run that read a file. */
const uploadDays = 7;

/** The faults of jobs, each job once per fault: customer, source, fault, id and value. */
function faultsOfJobs(customers: Customers, today: string): RawBuilder<unknown> {
  const conditions = faultConditions(today);
  const names = jobFaultNames.map((name) => {
    const { when, value } = conditions[name];
    return sql`case when ${when} then jsonb_build_array(${sql.lit(name)}, ${value}) end`;
  });
  return sql`
    select j.customer_id, j.source_id, f.fault ->> 0 as fault, j.id, concat_ws(': ', j.provider_job_id, nullif(f.fault ->> 1, '')) as example
    from job j cross join lateral unnest(array[${sql.join(names)}]) f (fault)
    where ${ofCustomers(customers, 'j.customer_id')} and ${isLookedAt} and f.fault is not null`;
}

const faultName = (name: RawBuilder<unknown>) => sql`'refused:' || left(md5(${name}), 12)`;

/**
 * The problems of rows that gave no job: of the last run of each task that read a file, and of the uploads of the last days. A row with
 * several problems is in as many faults, once in each.
 */
function refusedRows(customers: Customers, now: Date): RawBuilder<unknown> {
  const uploaded = new Date(now.getTime() - uploadDays * 86_400_000);
  return sql`
    select r.customer_id, r.source_id, r.task, r.file_name, r.ended_at, (refused.line ->> 'row')::integer as place,
      p.problem ->> 'field' as field, p.problem ->> 'problem' as problem, p.problem ->> 'remedy' as remedy, p.problem ->> 'value' as value,
      ${faultName(sql`concat(p.problem ->> 'field', ' ', p.problem ->> 'problem')`)} as fault, r.id
    from (
      select last.*, t.customer_id, coalesce((t.row ->> 'sourceId')::integer, 0) as source_id, t.row ->> 'name' as task
      from task t cross join lateral (
        select r.id, r.ended_at, r.refused, r.file_name from collection_run r
        where r.customer_id = t.customer_id and r.task_id = t.id and r.ended_at is not null and r.how <> 'replay' and r.counts ? 'added'
        order by r.id desc limit 1) last
      where ${ofCustomers(customers, 't.customer_id')} and not t.deleted
      union all
      select r.id, r.ended_at, r.refused, r.file_name, r.customer_id, coalesce(k.source_id, 0), null
      from collection_run r left join kept_file k on k.customer_id = r.customer_id and k.id = r.file_id
      where ${ofCustomers(customers, 'r.customer_id')} and r.task_id is null and r.how = 'upload' and r.started_at >= ${uploaded}
    ) r
    cross join lateral jsonb_array_elements(r.refused) refused (line)
    cross join lateral jsonb_array_elements(refused.line -> 'problems') p (problem)`;
}

type Asked = { readonly today: string; readonly now: Date };

/** Every fault of every source with its count, a page at a time. */
export async function dataIssues(
  db: Db,
  customers: Customers,
  args: Omit<ArgsOf<typeof reportDataIssues>, 'cust'>,
  { today, now }: Asked,
): Promise<ReplyOf<typeof reportDataIssues>> {
  const known = jobFaultNames.map((name) => ({ name, ...jobFaults[name] }));
  const { total, rows } = await readPage<ReplyOf<typeof reportDataIssues>['rows'][number]>(
    db,
    {
      select: sql`i.customer_id as "customerId", c.name as customer, i.source_id as "sourceId", coalesce(s.row ->> 'name', '') as source,
        i.kind, i.fault, i.problem, i.field, i.count, i.example, i.remedy`,
      from: sql`(
        select f.customer_id, f.source_id, k.kind, f.fault, k.problem, k.field, count(*)::integer as count, min(f.example) as example, k.remedy
        from (${faultsOfJobs(customers, today)}) f
        join jsonb_to_recordset(${JSON.stringify(known)}::jsonb) k (name text, kind text, field text, problem text, remedy text)
          on k.name = f.fault
        group by f.customer_id, f.source_id, f.fault, k.kind, k.problem, k.field, k.remedy
        union all
        select customer_id, source_id, 'refused', fault, problem, field, count(distinct (id, place))::integer,
          min(concat('Row ', place, ': ', coalesce(nullif(value, ''), 'blank'))), min(remedy)
        from (${refusedRows(customers, now)}) r group by customer_id, source_id, fault, problem, field
      ) i join customer c on c.id = i.customer_id left join source s on s.customer_id = i.customer_id and s.id = i.source_id`,
      where: [
        args.source === 0 ? sql`true` : sql`i.source_id = ${args.source}`,
        search([sql`i.problem`, sql`i.field`, sql`s.row ->> 'name'`, sql`c.name`, sql`i.example`], args.query),
      ],
      orderBy: orderOf(
        args.sort,
        {
          count: sql`i.count`,
          kind: sql`i.kind`,
          problem: sql`i.problem`,
          source: sql`lower(s.row ->> 'name')`,
          customer: sql`lower(c.name)`,
        },
        sql`i.customer_id, i.source_id, i.fault`,
      ),
    },
    args,
  );
  return { total, rows };
}

const rowOrder = { providerJobId: sql`r."providerJobId"`, title: sql`lower(r.title)`, at: sql`r.at` };

/** The jobs or rows behind one count. A fault that no one knows has none. */
export async function faultyRows(
  db: Db,
  customer: number,
  args: Omit<ArgsOf<typeof reportFaultyRows>, 'cust'>,
  { today, now }: Asked,
): Promise<ReplyOf<typeof reportFaultyRows>> {
  const { fault, source } = args;
  const found = isJobFault(fault)
    ? sql`select j.id as "jobId", j.provider_job_id as "providerJobId", j.row ->> 'title' as title, j.row ->> 'source' as source,
        coalesce(${faultConditions(today)[fault].value}, '') as value, (j.row ->> 'changedAt')::timestamptz as at, j.id::bigint as "order"
      from job j where j.customer_id = ${customer} and j.source_id = ${source} and ${isLookedAt} and ${faultConditions(today)[fault].when}`
    : sql`select distinct on (r.id, r.place) null::bigint as "jobId", concat('Row ', r.place) as "providerJobId",
        coalesce(r.file_name, r.task) as title, coalesce(s.row ->> 'name', '') as source, coalesce(r.value, '') as value,
        r.ended_at as at, r.id * 100000 + r.place as "order"
      from (${refusedRows([customer], now)}) r left join source s on s.customer_id = r.customer_id and s.id = r.source_id
      where r.source_id = ${source} and r.fault = ${fault}`;
  const { total, rows } = await readPage<ReplyOf<typeof reportFaultyRows>['rows'][number]>(
    db,
    {
      select: sql`r."jobId", r."providerJobId", r.title, r.source, r.value, r.at`,
      from: sql`(${found}) r`,
      where: [search([sql`r."providerJobId"`, sql`r.title`, sql`r.value`], args.query)],
      orderBy: orderOf(args.sort, rowOrder, sql`r."order"`),
    },
    args,
  );
  return { total, rows };
}
