import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { CollectionName } from '#contract/rows/rows.ts';
import type { SnapshotLine } from '#contract/sync/sync.ts';
import { packColumns } from '#domain/columns/pack-columns.ts';
import { feedState, unseenOutcomes } from '../feed/feed-state.ts';
import { oneMoment } from '../feed/one-moment.ts';
import { hiddenRows, type Scope, scopeOf } from '../feed/scope.ts';
import type { Db, Tx } from '../kit/db/connection.ts';
import { scopeTo } from '../kit/db/customer-scope.ts';
import { tableOf } from '../kit/db/schema.ts';
import type { Actor } from '../kit/http/handle.ts';
import { BoundedBuffer } from './bounded-buffer.ts';
import { laneAccess } from './lane-access.ts';

/** Rows per block. Packing one takes about 30 ms, the longest that other requests wait. */
const blockRows = 2048;
/** How many bytes the database may be ahead of a slow connection. */
const aheadBytes = 48_000_000;
/** Most snapshots at once in one process: each holds a database connection while it is read. */
const mostAtOnce = 4;
const busySeconds = 3;
let underway = 0;

type SnapshotRefusal = { kind: 'not_found' | 'forbidden' | 'gone' } | { kind: 'busy'; retryAfterSeconds: number };

/**
 * Streams every row that a caller may see as lines of JSON: blocks of columns sorted by id, from one repeatable-read snapshot
 * [S4]. The stream ends with its `end` line; without that line it is incomplete and must be discarded.
 */
export async function snapshotLines(
  db: Db,
  actor: Actor,
  { customerId, clientId }: { customerId: number; clientId: string },
  signal: AbortSignal,
): Promise<Result<AsyncIterable<string>, SnapshotRefusal>> {
  const access = await laneAccess(db, actor, customerId, clientId);
  if (!access.ok) return no({ kind: access.error.kind === 'customer_gone' ? 'gone' : access.error.kind });
  if (underway >= mostAtOnce) return no({ kind: 'busy', retryAfterSeconds: busySeconds });
  const buffer = new BoundedBuffer(aheadBytes);
  underway++;
  void produce(scopeTo(db, [customerId]), scopeOf(actor, customerId), customerId, clientId, buffer)
    .then(
      () => buffer.end(),
      (error: unknown) => buffer.end(error),
    )
    .finally(() => underway--);
  signal.addEventListener('abort', () => buffer.end(), { once: true });
  return ok(buffer.read());
}

async function produce(db: Db, scope: Scope, customerId: number, clientId: string, buffer: BoundedBuffer): Promise<void> {
  const send = (line: SnapshotLine) => buffer.add(`${JSON.stringify(line)}\n`);
  await oneMoment(db, async (tx) => {
    await send(await headLine(tx, scope, customerId, clientId));
    let rows = 0;
    for (const collection of scope.collections) {
      for await (const block of blocksOf(tx, scope, customerId, collection)) {
        rows += block.length;
        if (!(await send({ kind: 'block', collection, columns: packColumns(block) }))) return;
        await setImmediate();
      }
    }
    await send({ kind: 'end', rows });
  });
}

async function headLine(tx: Tx, scope: Scope, customerId: number, clientId: string): Promise<SnapshotLine> {
  const state = await feedState(tx, customerId, clientId);
  return {
    kind: 'head',
    epoch: state.epoch,
    scope: scope.hash,
    rev: state.head,
    lastSeq: state.lane?.lastSeq ?? 0,
    outcomes: state.lane ? await unseenOutcomes(tx, customerId, clientId, 0) : [],
    totals: await totalsOf(tx, scope, customerId),
  };
}

async function totalsOf(tx: Tx, scope: Scope, customerId: number): Promise<Record<string, number>> {
  const totals: Record<string, number> = {};
  for (const collection of scope.collections) {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from ${sql.table(tableOf[collection])} where customer_id = ${customerId} and not deleted
        and not ${hiddenRows(scope, collection)}`.execute(tx);
    totals[collection] = rows[0]?.total ?? 0;
  }
  return totals;
}

type Page = readonly { readonly id: number; readonly row: Record<string, unknown> }[];

/**
 * Reads a collection in blocks with keyset pagination, so that a late block costs as much as the first. The database reads the
 * next block while this one is packed.
 */
async function* blocksOf(
  tx: Tx,
  scope: Scope,
  customerId: number,
  collection: CollectionName,
): AsyncGenerator<Record<string, unknown>[]> {
  const pageAfter = (id: number) => readPage(tx, scope, customerId, collection, id);
  for (let page = await pageAfter(0); page.length > 0; ) {
    const next = page.length < blockRows ? Promise.resolve([]) : pageAfter(page.at(-1)?.id ?? 0);
    // If the reader leaves early, no one awaits the next page.
    next.catch(() => undefined);
    yield page.map(({ row }) => row);
    page = await next;
  }
}

async function readPage(tx: Tx, scope: Scope, customerId: number, collection: CollectionName, after: number): Promise<Page> {
  const { rows } = await sql<Page[number]>`
    select id, row from ${sql.table(tableOf[collection])}
    where customer_id = ${customerId} and id > ${after} and not deleted and not ${hiddenRows(scope, collection)}
    order by id limit ${blockRows}`.execute(tx);
  return rows;
}
