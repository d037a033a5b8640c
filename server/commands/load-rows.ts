import { sql } from 'kysely';
import { type CollectionName, collectionNames, type RowOf } from '#contract/rows.ts';
import type { RowKey, RowWrite } from '#domain/commands/command.ts';
import { type RowBook, rowBook } from '#domain/commands/row-book.ts';
import { prepared, type Tx } from '../db/connection.ts';
import { tableOf } from '../db/schema.ts';

/**
 * Puts rows into a book as they are now. `lock` takes them FOR UPDATE in id order, collection by collection, so that two
 * commands over the same rows queue instead of blocking each other; a row that was deleted is not there.
 */
async function load(tx: Tx, customerId: number, keys: readonly RowKey[], book: RowBook, lock: boolean): Promise<void> {
  for (const collection of collectionNames) {
    const ids = keys.flatMap((key) => (key.collection === collection ? [key.id] : []));
    if (ids.length === 0) continue;
    const { rows } = await sql<{ row: RowOf<CollectionName> }>`${prepared}
      select row from ${sql.table(tableOf[collection])}
      where customer_id = ${customerId} and id = any(${ids}::bigint[]) and not deleted
      order by id ${lock ? sql`for update` : sql``}`.execute(tx);
    for (const { row } of rows) book.put({ collection, row } as RowWrite);
  }
}

/** The touched rows of a command, locked. */
export async function lockRows(tx: Tx, customerId: number, keys: readonly RowKey[]): Promise<RowBook> {
  const book = rowBook();
  await load(tx, customerId, keys, book, true);
  return book;
}

/** Adds rows that a command only looks at. */
export async function addReads(tx: Tx, customerId: number, keys: readonly RowKey[], book: RowBook): Promise<void> {
  await load(tx, customerId, keys, book, false);
}
