import { type RawBuilder, sql } from 'kysely';
import { type CollectionName, collectionNames } from '#contract/rows/rows.ts';
import type { RowWrite } from '#domain/commands/kit/command.ts';
import { among } from '../kit/db/among.ts';
import { closing, prepared, type Tx } from '../kit/db/connection.ts';
import type { Publication, StatementsFor } from '../kit/db/publication.ts';
import { tableOf } from '../kit/db/schema.ts';

/**
 * Writes replicated rows under the customer's next revision and returns that revision. Call it as the **last** statement of the
 * transaction: it locks the customer's feed row, which puts commits in order so that no reader misses a revision [S2.5]. Rows
 * need ids: take new ones from `nextIds` first. A new row needs every column without a default in `extra`. `alongside` builds
 * writing statements of the same revision, which they get as an SQL fragment. If there is nothing to publish, no revision is used
 * and the head is returned.
 */
export async function writeRows(
  tx: Tx,
  customerId: number,
  publications: readonly Publication[],
  extraStatements: StatementsFor = () => [],
): Promise<number> {
  const groups = groupsOf(publications);
  const parts = [
    ...groups.map((group, i) => lockPart(customerId, group, i)),
    feedPart(customerId, groups),
    ...groups.flatMap((group, i) => writeParts(customerId, group, i)),
    ...extraParts(extraStatements),
  ];
  // PostgreSQL delivers notices when the transaction commits; listeners then pull (server/kit/http/live.ts).
  const notice =
    groups.length === 0 ? sql`` : sql`, pg_notify('feed', json_build_object('customer', ${customerId}::int, 'rev', rev)::text)`;
  return revOf(await sql<{ rev: number }>`${prepared} with ${sql.join(parts)} select rev${notice} from feed`.execute(tx));
}

/**
 * Like `writeRows`, for the rows of a command: rows that exist and are locked by this transaction, or that a person created
 * (`ref`). A `purged` row becomes a tombstone. It commits in the same round trip, so that the feed row is locked only for one
 * commit. It sends no notice: the caller pokes after the commit (server/feed/pokes.ts), because a notice inside a transaction
 * makes all commits of the database wait for each other.
 */
export async function commitRows(
  tx: Tx,
  customerId: number,
  writes: readonly RowWrite[],
  extraStatements: StatementsFor,
): Promise<number> {
  const feed = writes.length === 0 ? headPart(customerId) : sql`feed as (${nextRev(customerId)} returning rev)`;
  const parts = [feed, ...changeParts(customerId, writes), ...extraParts(extraStatements)];
  return revOf(await sql<{ rev: number }>`${closing} with ${sql.join(parts)} select rev from feed`.execute(tx));
}

const extraParts = (extraStatements: StatementsFor): RawBuilder<unknown>[] =>
  extraStatements(sql<number>`(select rev from feed)`).map((statement, i) => sql`${sql.ref(`beside${i}`)} as (${statement})`);

function revOf({ rows }: { readonly rows: readonly { readonly rev: number }[] }): number {
  const rev = rows[0]?.rev;
  if (rev === undefined) throw new Error('the customer feed row is missing');
  return rev;
}

/** Takes ids for new rows of a collection from its own sequence. */
export async function nextIds(tx: Tx, collection: CollectionName, count: number): Promise<number[]> {
  if (count === 0) return [];
  const table = tableOf[collection];
  // The sequence is looked up once, not for each id.
  const { rows } = await sql<{ id: number }>`
    with sequence as materialized (select pg_get_serial_sequence(${table}, 'id')::regclass as name)
    select nextval(name) as id from sequence, generate_series(1, ${count})`.execute(tx);
  return rows.map((row) => row.id);
}

/** Publications of one collection that fill the same extra columns, or deletions from one collection. */
type Group = {
  readonly collection: CollectionName;
  readonly extras: readonly string[];
  readonly written: readonly { readonly row: { readonly id: number }; readonly extra?: Record<string, unknown> }[];
  readonly removed: readonly number[];
};

/** Sorted by collection: every transaction locks its rows in this order [edge case 32]. */
function groupsOf(publications: readonly Publication[]): readonly Group[] {
  const groups = new Map<string, Group & { written: unknown[]; removed: number[] }>();
  for (const publication of publications) {
    const extras = 'removed' in publication ? [] : Object.keys(publication.extra ?? {}).sort();
    const name = `${publication.collection} ${'removed' in publication} ${extras.join()}`;
    const group = groups.get(name) ?? { collection: publication.collection, extras, written: [], removed: [] };
    if ('removed' in publication) group.removed.push(publication.id);
    else group.written.push(publication);
    groups.set(name, group);
  }
  const order = (group: Group) => collectionNames.indexOf(group.collection);
  return [...groups.values()].sort((a, b) => order(a) - order(b));
}

const tableRef = (group: Group) => sql.table(tableOf[group.collection]);
const idsOf = (group: Group): number[] => [...group.written.map(({ row }) => row.id), ...group.removed];

/** Locks rows before the feed, in id order: a writer that waits for a row must not block the whole customer. */
const lockPart = (customerId: number, group: Group, i: number): RawBuilder<unknown> =>
  sql`${sql.ref(`lock${i}`)} as materialized (
    select id from ${tableRef(group)} where customer_id = ${customerId} and id ${among(idsOf(group))} order by id for update)`;

function feedPart(customerId: number, groups: readonly Group[]): RawBuilder<unknown> {
  if (groups.length === 0) return headPart(customerId);
  const locks = groups.map((_, i) => sql`(select count(*) from ${sql.ref(`lock${i}`)})`);
  // The count of the locked rows makes this statement lock the feed row after them.
  return sql`feed as (${nextRev(customerId, sql`where ${sql.join(locks, sql` + `)} >= 0`)} returning rev)`;
}

const headPart = (customerId: number): RawBuilder<unknown> =>
  sql`feed as (select coalesce((select rev from customer_feed where customer_id = ${customerId}), 0) as rev)`;

const nextRev = (customerId: number, condition: RawBuilder<unknown> = sql``): RawBuilder<unknown> =>
  sql`insert into customer_feed (customer_id, rev) select ${customerId}, 1 ${condition}
    on conflict (customer_id) do update set rev = customer_feed.rev + 1`;

/** Updates of existing rows. A single row gets its own statement, because a list of one costs twice as much. */
function changeParts(customerId: number, writes: readonly RowWrite[]): RawBuilder<unknown>[] {
  return collectionNames.flatMap((collection) => {
    const rows = writes.flatMap((write) => (write.collection === collection ? [write.row] : []));
    const table = sql.table(tableOf[collection]);
    const changed = sql.ref(`changed_${collection}`);
    if (rows.length === 0) return [];
    if (rows.some((row) => 'purged' in row)) return [sql`${changed} as (${createdPart(customerId, collection, rows)})`];
    const set = sql`rev = (select rev from feed), deleted = false`;
    const ids = rows.map(({ id }) => id);
    const of = sql`t.customer_id = ${customerId} and t.id ${among(ids)}`;
    if (rows.length === 1)
      return [sql`${changed} as (update ${table} t set ${set}, row = ${JSON.stringify(rows[0])}::jsonb where ${of})`];
    const payload = JSON.stringify(rows.map((row) => ({ id: row.id, row })));
    return [
      sql`${changed} as (update ${table} t set ${set}, row = g.row
        from jsonb_to_recordset(${payload}::jsonb) as g(id bigint, row jsonb) where t.id = g.id and ${of})`,
    ];
  });
}

/**
 * Rows that people create: they may be new, exist already, or be deleted. A tombstone keeps the UUID, so that a change that knows the
 * row only by its UUID restores it under its own id.
 */
function createdPart(
  customerId: number,
  collection: CollectionName,
  rows: readonly { id: number; ref?: string | null; purged?: boolean }[],
): RawBuilder<unknown> {
  const payload = JSON.stringify(
    rows.map((row) => {
      const gone = row.purged === true;
      return { id: row.id, deleted: gone, row: gone ? { ref: row.ref ?? null } : row };
    }),
  );
  return sql`insert into ${sql.table(tableOf[collection])} (customer_id, id, rev, deleted, row)
    select ${customerId}, g.id, (select rev from feed), g.deleted, g.row
    from jsonb_to_recordset(${payload}::jsonb) as g(id bigint, deleted boolean, row jsonb)
    on conflict (customer_id, id) do update set rev = excluded.rev, deleted = excluded.deleted, row = excluded.row`;
}

/** Columns other than `row` that the service keeps for itself, with their types. */
const extraTypes: Record<string, string> = {
  added_here: 'boolean',
  key: 'text',
  next_run_at: 'timestamptz',
  kept_file_id: 'bigint',
  kept_record: 'integer',
  received_mail_id: 'bigint',
  staged_digest: 'text',
};

function writeParts(customerId: number, group: Group, i: number): RawBuilder<unknown>[] {
  const table = tableRef(group);
  const own = (name: string) => sql.ref(`${name}${i}`);
  if (group.removed.length > 0)
    return [
      sql`${own('gone')} as (update ${table} set deleted = true, row = '{}', rev = (select rev from feed)
        where customer_id = ${customerId} and id ${among(group.removed)})`,
    ];
  const columns = group.extras.map((name) => sql.ref(name));
  const listed = (each: (column: RawBuilder<unknown>) => RawBuilder<unknown>) => sql.join(columns.map(each), sql``);
  const declared = group.extras.map((name) => sql`, ${sql.ref(name)} ${sql.raw(extraTypes[name] ?? 'jsonb')}`);
  const payload = JSON.stringify(group.written.map(({ row, extra }) => ({ id: row.id, row, ...extra })));
  // Update and insert are separate, so that an existing row keeps the columns that the caller does not send. The ids appear a
  // second time for the planner, which cannot estimate JSON and would read all rows of the customer.
  return [
    sql`${own('given')} as materialized (
      select * from jsonb_to_recordset(${payload}::jsonb) as r(id bigint, row jsonb${sql.join(declared, sql``)}))`,
    sql`${own('changed')} as (
      update ${table} t set rev = (select rev from feed), deleted = false, row = g.row${listed((c) => sql`, ${c} = g.${c}`)}
      from ${own('given')} g
      where t.customer_id = ${customerId} and t.id = g.id and t.id ${among(idsOf(group))} returning t.id)`,
    sql`${own('added')} as (
      insert into ${table} (customer_id, id, rev, deleted, row${listed((c) => sql`, ${c}`)})
      select ${customerId}, g.id, (select rev from feed), false, g.row${listed((c) => sql`, g.${c}`)}
      from ${own('given')} g where g.id not in (select id from ${own('changed')}))`,
  ];
}
