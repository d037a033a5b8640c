import { sql } from 'kysely';
import type { CollectionName, RowOf } from '#contract/rows.ts';
import type { Tx } from '../db/connection.ts';
import { tableOf } from '../db/schema.ts';

/** One replicated row to write, or its removal. `extra` fills columns that only the service keeps (`collected`, `key`, `settings`). */
export type Publication = {
  [C in CollectionName]:
    | { collection: C; row: RowOf<C>; extra?: Record<string, unknown> }
    | { collection: C; id: number; removed: true };
}[CollectionName];

/**
 * Writes replicated rows under the customer's next revision and returns it. Call it as the **last** statement of the
 * transaction: it takes the customer's feed row, which orders commits so that no reader ever misses a revision [S2.5].
 * Rows need ids: take new ones from `nextIds` first.
 */
export async function publish(tx: Tx, customerId: number, publications: readonly Publication[]): Promise<number> {
  const { rows } = await sql<{ rev: number }>`
    insert into customer_feed (customer_id, rev) values (${customerId}, 1)
    on conflict (customer_id) do update set rev = customer_feed.rev + 1 returning rev`.execute(tx);
  const rev = rows[0]?.rev;
  if (rev === undefined) throw new Error('the customer feed row is missing');
  for (const [collection, group] of groupByCollection(publications)) await writeGroup(tx, customerId, rev, collection, group);
  // Delivered when the transaction commits; listeners pull on it (server/sync/live.ts).
  await sql`select pg_notify('feed', ${JSON.stringify({ customer: customerId, rev })})`.execute(tx);
  return rev;
}

/** Ids for new rows of a collection, from its own sequence. */
export async function nextIds(tx: Tx, collection: CollectionName, count: number): Promise<number[]> {
  if (count === 0) return [];
  const table = tableOf[collection];
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count})`.execute(tx);
  return rows.map((row) => row.id);
}

function groupByCollection(publications: readonly Publication[]): Map<CollectionName, Publication[]> {
  const groups = new Map<CollectionName, Publication[]>();
  for (const publication of publications) {
    const group = groups.get(publication.collection);
    if (group) group.push(publication);
    else groups.set(publication.collection, [publication]);
  }
  return groups;
}

async function writeGroup(
  tx: Tx,
  customerId: number,
  rev: number,
  collection: CollectionName,
  group: Publication[],
): Promise<void> {
  const table = sql.table(tableOf[collection]);
  const removed = group.flatMap((p) => ('removed' in p ? [p.id] : []));
  if (removed.length > 0) {
    await sql`update ${table} set deleted = true, row = '{}', rev = ${rev}
      where customer_id = ${customerId} and id = any(${removed}::bigint[])`.execute(tx);
  }
  const written = group.flatMap((p) => ('removed' in p ? [] : [p]));
  // One shape of extra columns a statement, so that a column nobody sends keeps its value.
  const shapes = new Map<string, typeof written>();
  for (const p of written) {
    const shape = Object.keys(p.extra ?? {})
      .sort()
      .join(',');
    shapes.set(shape, [...(shapes.get(shape) ?? []), p]);
  }
  for (const [shape, rows] of shapes) await upsertRows(tx, customerId, rev, table, shape === '' ? [] : shape.split(','), rows);
}

type Written = { row: { id: number }; extra?: Record<string, unknown> };

async function upsertRows(
  tx: Tx,
  customerId: number,
  rev: number,
  table: ReturnType<typeof sql.table>,
  extras: string[],
  rows: readonly Written[],
) {
  const columns = extras.map((name) => sql.ref(name));
  const types: Record<string, string> = { key: 'text', next_run_at: 'timestamptz' };
  const declared = extras.map((name) => sql`, ${sql.ref(name)} ${sql.raw(types[name] ?? 'jsonb')}`);
  const payload = JSON.stringify(rows.map((p) => ({ id: p.row.id, row: p.row, ...p.extra })));
  await sql`
    insert into ${table} (customer_id, id, rev, deleted, row${sql.join(
      columns.map((c) => sql`, ${c}`),
      sql``,
    )})
    select ${customerId}, r.id, ${rev}, false, r.row${sql.join(
      columns.map((c) => sql`, r.${c}`),
      sql``,
    )}
    from jsonb_to_recordset(${payload}::jsonb) as r(id bigint, row jsonb${sql.join(declared, sql``)})
    on conflict (customer_id, id) do update
      set rev = excluded.rev, deleted = false, row = excluded.row${sql.join(
        columns.map((c) => sql`, ${c} = excluded.${c}`),
        sql``,
      )}`.execute(tx);
}
