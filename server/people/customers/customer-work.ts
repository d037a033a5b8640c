import { type RawBuilder, sql } from 'kysely';
import { type CustomerTask, mostWork, type UnsentDevice, type WaitingPost } from '#contract/people/customer-work.ts';
import { withExpiry } from '#domain/crawlers/password-expiry.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { type Customers, ofCustomers } from '#server/kit/db/of-customers.ts';
import { expiresSoon } from './expires-soon.ts';

type ListOf<R> = { total: number; rows: R[] };

/** Reads a list's first rows and counts all of it. `inAll` is no column of any list. */
async function firstRows<R extends object>(db: Db, select: RawBuilder<unknown>): Promise<ListOf<R>> {
  const { rows } = await sql<R & { inAll: number }>`${select} limit ${mostWork}`.execute(db);
  return { total: rows[0]?.inAll ?? 0, rows: rows.map(({ inAll: _inAll, ...row }) => row as unknown as R) };
}

const inAll = sql`count(*) over () as "inAll"`;
const customerOf = (alias: string) => sql`c.id as "customerId", c.name as customer
  from ${sql.table(alias)} join customer c on c.id = ${sql.ref(`${alias}.customer_id`)}`;

/**
 * Posts of these customers that are not done, of jobs that still exist: failed ones first, then those that a person decides on,
 * then those under way, each group oldest first. Only the newest post of a job to a target counts.
 */
export const waitingPosts = (db: Db, customers: Customers): Promise<ListOf<WaitingPost>> =>
  firstRows(
    db,
    sql`select post.job_id as "jobId", j.row ->> 'providerJobId' as "providerJobId", post.target_id as "targetId",
      coalesce(t.row ->> 'name', '') as target, post.state, post.words, post.updated_at as since, ${inAll}, ${customerOf('post')}
      join job j on j.customer_id = post.customer_id and j.id = post.job_id and not j.deleted
      left join target t on t.customer_id = post.customer_id and t.id = post.target_id
      where ${ofCustomers(customers, 'post.customer_id')} and post.state not in ('done', 'dryRun') and not exists (
        select 1 from post newer where newer.customer_id = post.customer_id and newer.target_id = post.target_id
          and newer.job_id = post.job_id and newer.generation > post.generation
      )
      order by array_position(array['failed', 'human', 'unknown', 'sending', 'wanted'], post.state), post.updated_at, post.job_id`,
  );

/** Tasks of these customers: those with an alarm first, except ignored ones, then by customer and name. */
export async function customerTasks(db: Db, customers: Customers): Promise<ListOf<CustomerTask>> {
  const { total, rows } = await firstRows<{ customerId: number; customer: string; row: CustomerTask; today: string }>(
    db,
    sql`select task.row, current_date::text as today, ${inAll}, ${customerOf('task')}
      where ${ofCustomers(customers, 'task.customer_id')} and not task.deleted
      order by (task.row ->> 'alarm' is null and not ${expiresSoon('task')} or (task.row ->> 'ignored')::boolean), c.name, task.row ->> 'name', task.id`,
  );
  return {
    total,
    rows: rows.map(({ row, today, customerId, customer }) => ({ ...withExpiry(row, today), customerId, customer })),
  };
}

/** Devices in use of these customers that have unsent changes, the longest waiting first. */
export const unsentDevices = (db: Db, customers: Customers): Promise<ListOf<UnsentDevice>> =>
  firstRows(
    db,
    sql`select client.client_id as "clientId", coalesce(u.name, '') as "userName", client.device_label as label,
      client.unsent, client.oldest_unsent_at as "oldestUnsentAt", client.seen_at as "seenAt", ${inAll}, ${customerOf('client')}
      left join app_user u on u.id = client.user_id
      where ${ofCustomers(customers, 'client.customer_id')} and client.unsent > 0 and client.killed_at is null
      order by client.oldest_unsent_at nulls last, client.client_id`,
  );
