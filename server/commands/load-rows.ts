import { sql } from 'kysely';
import { type CollectionName, collectionNames, type RowOf } from '#contract/rows/rows.ts';
import type { RowKey, RowWrite } from '#domain/commands/kit/command.ts';
import { type RowSet, rowSet } from '#domain/commands/row-set.ts';
import { among } from '../kit/db/among.ts';
import { opening, prepared, type Tx } from '../kit/db/connection.ts';
import { tableOf } from '../kit/db/schema.ts';
import type { LaneState } from './check-mutation.ts';

const byCollection = (keys: readonly RowKey[]) =>
  collectionNames.flatMap((collection) => {
    const ids = keys.flatMap((key) => (key.collection === collection ? [key.id] : []));
    return ids.length > 0 ? [{ collection, ids }] : [];
  });

/**
 * Loads current rows into a row set. With `lock`, it takes them FOR UPDATE in id order, one collection after the other, so that
 * two commands on the same rows queue instead of deadlocking. A deleted row is left out.
 */
async function load(tx: Tx, customerId: number, keys: readonly RowKey[], book: RowSet, lock: boolean): Promise<void> {
  for (const { collection, ids } of byCollection(keys)) {
    const { rows } = await sql<{ row: RowOf<CollectionName> }>`${prepared}
      select row from ${sql.table(tableOf[collection])}
      where customer_id = ${customerId} and id ${among(ids)} and not deleted
      order by id ${lock ? sql`for update` : sql``}`.execute(tx);
    for (const { row } of rows) book.put({ collection, row } as RowWrite);
  }
}

/** Locks and loads the rows that a command touches. */
export async function lockRows(tx: Tx, customerId: number, keys: readonly RowKey[]): Promise<RowSet> {
  const book = rowSet();
  await load(tx, customerId, keys, book, true);
  return book;
}

/**
 * Starts a transaction: locks the lane first and then the rows that its change touches, in one round trip. If `lane` is null, it
 * locks only the rows.
 */
export async function lockLaneAndRows(
  tx: Tx,
  customerId: number,
  clientId: string,
  keys: readonly RowKey[],
): Promise<{ lane: LaneState; book: RowSet }> {
  const parts = byCollection(keys).map(
    ({ collection, ids }, i) => sql`, ${sql.ref(`rows${i}`)} as materialized (
      select ${collection}::text as collection, row from ${sql.table(tableOf[collection])}
      where customer_id = ${customerId} and id ${among(ids)} and not deleted
        and (select count(*) from ${sql.ref(i === 0 ? 'lane' : `rows${i - 1}`)}) >= 0
      order by id for update)`,
  );
  const { rows } = await sql<{ collection: CollectionName | null; row: unknown }>`${opening}
    with lane as materialized (
      select user_id as "userId", last_seq as "lastSeq", killed_at is not null as killed from client
      where customer_id = ${customerId} and client_id = ${clientId} for update)${sql.join(parts, sql``)}
    select null as collection, to_jsonb(lane) as row from lane
    ${sql.join(
      parts.map((_, i) => sql` union all select collection, row from ${sql.ref(`rows${i}`)}`),
      sql``,
    )}`.execute(tx);
  const book = rowSet();
  let lane: LaneState = null;
  for (const { collection, row } of rows) {
    if (collection === null) lane = row as LaneState;
    else book.put({ collection, row } as RowWrite);
  }
  return { lane, book };
}

/** Adds rows that a command only reads. */
export async function addReads(tx: Tx, customerId: number, keys: readonly RowKey[], book: RowSet): Promise<void> {
  await load(tx, customerId, keys, book, false);
}
