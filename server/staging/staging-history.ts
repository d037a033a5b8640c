import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { readJobHistory } from '#contract/staging/job-history.ts';
import type { Db } from '../kit/db/connection.ts';
import { readNewest } from '../kit/db/paging.ts';

const mostLines = 500;

/** A job's newest changes, newest first, and their total; null if the customer has no such job. */
export async function jobHistory(db: Db, customerId: number, jobId: number): Promise<ReplyOf<typeof readJobHistory> | null> {
  const job = await db
    .selectFrom('job')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('id', '=', jobId)
    .executeTakeFirst();
  if (!job) return null;
  const query = db
    .selectFrom('job_history')
    .select(['id', 'at', 'who', 'how', 'field', 'before', 'after', 'origin'])
    .where('customer_id', '=', customerId)
    .where('job_id', '=', jobId)
    .orderBy('id', 'desc');
  return readNewest(query, mostLines);
}
