import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/kit/db/connection.ts';

/** The feed of a target. */
export type FeedPlace = { readonly customerId: number; readonly targetId: number };

/**
 * The references of jobs in a feed, by job. One that was never listed gets a random one of 32 hexadecimal digits, which it keeps: job boards
 * take another reference for another job.
 */
export async function referencesOf(
  db: Db,
  { customerId, targetId }: FeedPlace,
  jobIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, string>> {
  const known = await listedReferences(db, { customerId, targetId }, jobIds);
  const added = jobIds.filter((id) => !known.has(id));
  if (added.length === 0) return known;
  const values = added.map((id) => ({
    customer_id: customerId,
    target_id: targetId,
    job_id: id,
    reference: randomBytes(16).toString('hex'),
    listed_at: now,
  }));
  // Two readers at once list the same new job: the first reference counts for both.
  await db
    .insertInto('feed_listing')
    .values(values)
    .onConflict((c) => c.doNothing())
    .execute();
  return listedReferences(db, { customerId, targetId }, jobIds);
}

async function listedReferences(db: Db, { customerId, targetId }: FeedPlace, jobIds: readonly number[]) {
  const rows = await db
    .selectFrom('feed_listing')
    .select(['job_id', 'reference'])
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('job_id', '=', sql<number>`any(${jobIds}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.job_id, row.reference]));
}
