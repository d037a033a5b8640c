import { sql } from 'kysely';
import type { CollectionName } from '#contract/rows/rows.ts';
import { among } from '../kit/db/among.ts';
import type { Db } from '../kit/db/connection.ts';
import type { Publication } from '../kit/db/publication.ts';
import { tableOf } from '../kit/db/schema.ts';
import { writeRows } from './publish.ts';

/** The most deletions that a device receives by pulling; with more, it reloads everything anyway. */
export const mostTombstones = 5000;
/** Rows per transaction, so that no one waits long for the customer's feed (sync.md, edge case 31). */
const chunk = 500;

/**
 * Deletes rows in bulk. A few leave one tombstone each. Many are deleted for good under one revision that also becomes the feed's
 * new horizon: every device then reloads everything instead of pulling tens of thousands of deletions (docs/decisions/0011).
 * Waits for rows that other transactions have locked.
 */
export async function removeMany(db: Db, customerId: number, collection: CollectionName, ids: readonly number[]): Promise<void> {
  if (ids.length > mostTombstones) return removeForGood(db, customerId, collection, ids);
  for (let i = 0; i < ids.length; i += chunk) {
    const part = ids.slice(i, i + chunk).map((id) => ({ collection, id, removed: true }) as Publication);
    await db.transaction().execute((tx) => writeRows(tx, customerId, part));
  }
}

async function removeForGood(db: Db, customerId: number, collection: CollectionName, ids: readonly number[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`delete from ${sql.table(tableOf[collection])} where customer_id = ${customerId} and id ${among(ids)}`.execute(tx);
    // Assigns the revision last, as always; the feed row is locked from here to the commit.
    await sql`with feed as (
        insert into customer_feed (customer_id, rev, min_rev) values (${customerId}, 1, 1)
        on conflict (customer_id) do update set rev = customer_feed.rev + 1, min_rev = customer_feed.rev + 1 returning rev)
      select pg_notify('feed', json_build_object('customer', ${customerId}::int, 'rev', rev)::text) from feed`.execute(tx);
  });
}
