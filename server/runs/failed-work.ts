import { sql } from 'kysely';
import type { Db } from '../kit/db/connection.ts';

/** Work beside requests that failed and is not tried again. */
export type FailedWork = {
  /** A job of the queue, or a run that met a fault. */
  readonly what: 'job' | 'run';
  /** Its queue or kind. */
  readonly name: string;
  readonly customerId: number | null;
  readonly customer: string | null;
  /** Its other ids, such as a mail's, as text. */
  readonly ids: string;
  readonly error: string;
  readonly tries: number;
  readonly at: string;
};

/** The newest `limit` of all customers, the newest first, and how many there are. Jobs are kept for 14 days. */
export async function failedWork(db: Db, limit: number): Promise<{ total: number; rows: FailedWork[] }> {
  const { rows } = await sql<FailedWork & { total: number }>`
    select f.*, c.name as customer, count(*) over () as total from (
      select 'job' as what, name, (data ->> 'customerId')::int as "customerId", (data - 'customerId')::text as ids,
        coalesce(output ->> 'message', output -> 'value' ->> 'message', '') as error, retry_count + 1 as tries, completed_on as at
      from pgboss.job where state = 'failed'
      union all
      select 'run', kind, customer_id, jsonb_build_object('runId', id)::text, fault, tries + 1, ended_at
      from run where state = 'failed' and fault is not null) f
    left join customer c on c.id = f."customerId"
    order by at desc limit ${limit}`.execute(db);
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _total, ...row }) => row) };
}
