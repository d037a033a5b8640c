import { sql } from 'kysely';
import type { Db, Tx } from '../kit/db/connection.ts';
import { defineQueue, sendJob } from '../kit/queue/queue.ts';
import type { RunRef } from './lease.ts';

/** Background work that failed and is not retried. */
export type FailedWork = {
  /** A job of the queue, or a run that ended with an error. */
  readonly what: 'job' | 'run';
  /** A job's UUID, or `customer/run`. */
  readonly id: string;
  /** Its queue or kind. */
  readonly name: string;
  readonly customerId: number | null;
  readonly customer: string | null;
  /** Its other ids as text, for example the id of an email. */
  readonly ids: string;
  readonly error: string;
  readonly tries: number;
  readonly at: string;
};

/** The newest `limit` failures of all customers, newest first, and the total. Jobs are kept for 14 days. */
export async function failedWork(db: Db, limit: number): Promise<{ total: number; rows: FailedWork[] }> {
  const { rows } = await sql<FailedWork & { total: number }>`
    select f.*, c.name as customer, count(*) over () as total from (
      select 'job' as what, id::text as id, name, (data ->> 'customerId')::int as "customerId", (data - 'customerId')::text as ids,
        coalesce(output ->> 'message', output -> 'value' ->> 'message', '') as error, retry_count + 1 as tries, completed_on as at
      from pgboss.job where state = 'failed'
      union all
      select 'run', customer_id || '/' || id, kind, customer_id, jsonb_build_object('runId', id)::text, fault, tries + 1, ended_at
      from run where state = 'failed' and fault is not null) f
    left join customer c on c.id = f."customerId"
    order by at desc limit ${limit}`.execute(db);
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _total, ...row }) => row) };
}

/** Has a failed job tried once more, at once. Answers its queue; null where no such job has failed. */
export async function retryJob(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), completed_on = null
    where id = ${id}::uuid and state = 'failed' returning name`.execute(tx);
  return rows[0]?.name ?? null;
}

/**
 * Queues a run again that met a fault; it goes on where it stopped, as an undo where it was being undone. Answers its kind; null where
 * no such run has failed, `busy` where another run over the same is not over yet.
 */
export async function retryRun(tx: Tx, { customerId, runId }: RunRef): Promise<{ kind: string } | null | 'busy'> {
  const ours = sql`r.customer_id = ${customerId} and r.id = ${runId} and r.state = 'failed' and r.fault is not null`;
  const failed = await sql<{ kind: string }>`select r.kind from run r where ${ours} for update`.execute(tx);
  const kind = failed.rows[0]?.kind;
  if (kind === undefined) return null;
  const { rows } = await sql`
    update run r set state = case when r.result ? 'kept' then 'undoing' else 'queued' end, ended_at = null, message = '', fault = null,
      stopping = false, tries = 0, due_at = clock_timestamp(), lease_until = null
    where ${ours} and not exists (select 1 from run o where o.customer_id = r.customer_id and o.kind = r.kind and o.key = r.key
      and o.state in ('queued', 'running', 'undoing')) returning r.id`.execute(tx);
  if (rows.length === 0) return 'busy';
  await sendJob(tx, defineQueue<RunRef>(kind), { customerId, runId });
  return { kind };
}
