import { type RawBuilder, sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { ofPost, type PostKey } from './post-key.ts';

/** The job of a post with its revision. Its row is locked. Undefined if it was deleted. */
export async function lockJob(tx: Tx, { customerId, jobId }: PostKey): Promise<{ row: JobRow; rev: number } | undefined> {
  const job = await tx
    .selectFrom('job')
    .select(['row', 'rev'])
    .where('customer_id', '=', customerId)
    .where('id', '=', jobId)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst();
  return job && { row: job.row as JobRow, rev: job.rev };
}

/**
 * Writes a job whose receipt of this post changed. `rev` is the revision at which the job was locked: if the job has a change that was not
 * followed yet, the receipt must not hide it.
 */
export async function writeReceipt(tx: Tx, post: PostKey, rev: number, job: JobRow): Promise<void> {
  const shown = (next: RawBuilder<number>) => sql`
    update post set shown_rev = ${next} where ${ofPost(post)}
      and (shown_rev = ${rev} or ${rev} <= (select rev from post_follow where customer_id = ${post.customerId}))`;
  await writeRows(tx, post.customerId, [{ collection: 'job', row: job }], (next) => [shown(next)]);
}
