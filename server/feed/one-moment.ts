import { sql } from 'kysely';
import type { Db, Tx } from '../kit/db/connection.ts';

/** Longest pause between two statements of a slow reader that holds a snapshot. */
const idleTimeout = '60s';

/**
 * Runs several reads on one snapshot of the database [S4]. Large collections are read through their indexes, page by page: right
 * after a large import the planner would otherwise sort all remaining rows for each page.
 */
export function oneMoment<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`select set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true),
        set_config('idle_in_transaction_session_timeout', ${idleTimeout}, true)`.execute(tx);
      return read(tx);
    });
}
