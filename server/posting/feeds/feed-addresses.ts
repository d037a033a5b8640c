import { randomBytes } from 'node:crypto';
import type { Tx } from '#server/kit/db/connection.ts';
import type { FeedPlace } from './listings.ts';

/** Gives a feed an address that no one can guess, and ends the one before. Returns its key. */
export async function newFeedAddress(tx: Tx, { customerId, targetId }: FeedPlace, now: Date): Promise<string> {
  await tx
    .updateTable('feed_address')
    .set({ ended_at: now })
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('ended_at', 'is', null)
    .execute();
  const key = randomBytes(24).toString('base64url');
  await tx.insertInto('feed_address').values({ key, customer_id: customerId, target_id: targetId }).execute();
  return key;
}
