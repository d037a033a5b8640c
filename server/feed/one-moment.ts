import { sql } from 'kysely';
import type { Db, Tx } from '../kit/db/connection.ts';

/** How long a slow reader may keep a snapshot waiting between two of its statements. */
const idleTimeout = '60s';

/**
 * Reads several things from one moment of the database [S4]. Large collections are read through their indexes, page by page:
 * right after a large import the planner knows no better than to sort the whole rest for each page.
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
