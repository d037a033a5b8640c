import { type RawBuilder, sql } from 'kysely';
import type { MoveCounts } from '#contract/people/moves.ts';
import { holdStaging } from '#server/feed/hold-source.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { SecretPlace, Secrets } from '#server/kit/lib/secrets.ts';
import { holdCustomers } from '../roles/person-states.ts';
import { readTargets } from './move-targets.ts';
import { obstaclesOf, whyNot } from './obstacles.ts';

/** A move of one source. `targets` has the target at `to` for each target of `from` that its mappings and posts use. */
export type SourceMove = {
  readonly from: number;
  readonly to: number;
  readonly sourceId: number;
  readonly targets: ReadonlyMap<number, number>;
};

/** Why a source cannot move now, as a sentence with the remedy. Nothing was changed. */
export type MoveResult =
  | { readonly moved: true; readonly counts: MoveCounts }
  | { readonly moved: false; readonly words: string };

/** The ids of what belongs to a source. */
type Belongings = { readonly tasks: number[]; readonly jobs: number[]; readonly notes: number[]; readonly values: number[] };

/**
 * Moves a source whole to another customer: its tasks with their secrets, jobs, mappings, history and posts. Rows keep their ids, because
 * each table numbers the rows of all customers from one sequence. The transaction must be limited to both customers. It holds the two
 * customers, then the rows, then the two feeds, each in order of ids, so that it and ordinary writers cannot wait for each other in a circle.
 */
export async function moveSource(tx: Tx, secrets: Pick<Secrets, 'put' | 'take'>, move: SourceMove): Promise<MoveResult> {
  const { from, to, sourceId, targets: pairs } = move;
  await holdCustomers(tx, [from, to]);
  const belongings = await holdBelongings(tx, move);
  const [obstacles] = belongings === null ? [] : await obstaclesOf(tx, from, [sourceId]);
  if (belongings === null || !obstacles) return { moved: false, words: 'The source is gone.' };
  const words = whyNot(obstacles, { own: await readTargets(tx, from), theirs: await readTargets(tx, to), pairs });
  if (words !== null) return { moved: false, words };
  const history = await movePlainRows(tx, move, belongings);
  for (const owner of [`source:${sourceId}`, ...belongings.tasks.map((id) => `task:${id}`)])
    await moveSecrets(tx, secrets, move, owner);
  const revs = await nextRevs(tx, [from, to]);
  const posts = await movePosts(tx, move, belongings, revs);
  await moveReplicatedRows(tx, move, belongings, revs);
  const { tasks, jobs, values } = belongings;
  return { moved: true, counts: { tasks: tasks.length, jobs: jobs.length, mappings: values.length, history, posts } };
}

/**
 * Waits for jobs that are being staged, then locks the rows of the source in the order of the feed's collections. Null if the source is
 * gone.
 */
export async function holdBelongings(
  tx: Tx,
  { from, sourceId }: Pick<SourceMove, 'from' | 'sourceId'>,
): Promise<Belongings | null> {
  const locked = async (table: string, which: RawBuilder<unknown>): Promise<number[]> => {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} where customer_id = ${from} and not deleted and ${which} order by id for update`.execute(
      tx,
    );
    return rows.map(({ id }) => id);
  };
  await holdStaging(tx, from, sourceId);
  const [source] = await locked('source', sql`id = ${sourceId}`);
  if (source === undefined) return null;
  const tasks = await locked('task', sql`(row ->> 'sourceId')::integer = ${sourceId}`);
  const values = await locked('map_value', sql`source_id = ${sourceId}`);
  const jobs = await locked('job', sql`source_id = ${sourceId}`);
  const notes = await locked('job_note', sql`job_id = any(${jobs}::bigint[])`);
  await sql`select from post where customer_id = ${from} and job_id = any(${jobs}::bigint[]) order by target_id, job_id for update`.execute(
    tx,
  );
  return { tasks, values, jobs, notes };
}

/** Rows that no device holds. Returns the number of history lines. */
async function movePlainRows(tx: Tx, { from, to, sourceId, targets }: SourceMove, { tasks, jobs }: Belongings): Promise<number> {
  const history = await sql`
    update job_history set customer_id = ${to} where customer_id = ${from} and job_id = any(${jobs}::bigint[])`.execute(tx);
  await sql`
    update collection_run set customer_id = ${to} where customer_id = ${from} and task_id = any(${tasks}::integer[])`.execute(tx);
  // What texts mean stays; which of the parent's own statuses was chosen for that does not.
  await sql`
    update vendor_status set customer_id = ${to}, status_id = null where customer_id = ${from} and source_id = ${sourceId}`.execute(
    tx,
  );
  for (const table of ['kept_file', 'attached_file', 'job_attachment'])
    await sql`update ${sql.table(table)} set customer_id = ${to} where customer_id = ${from} and source_id = ${sourceId}`.execute(
      tx,
    );
  await sql`
    update webhook_delivery set customer_id = ${to} where customer_id = ${from} and task_id = any(${tasks}::integer[])`.execute(
    tx,
  );
  await sql`update received_mail set customer_id = ${to} where customer_id = ${from} and source_id = ${sourceId}`.execute(tx);
  for (const table of ['mail_address', 'mailbox_cursor'])
    await sql`
      update ${sql.table(table)} set customer_id = ${to} where customer_id = ${from} and task_id = any(${tasks}::integer[])`.execute(
      tx,
    );
  await sql`update column_mapping set customer_id = ${to} where customer_id = ${from} and source_id = ${sourceId}`.execute(tx);
  await sql`update pay_fee set customer_id = ${to} where customer_id = ${from} and source_id = ${sourceId}`.execute(tx);
  await sql`
    update source_order_type o set customer_id = ${to}, target_id = m.new from ${targetPairs(targets)}
    where o.customer_id = ${from} and o.source_id = ${sourceId} and o.target_id = m.old`.execute(tx);
  return Number(history.numAffectedRows ?? 0);
}

/** Seals the secrets of an owner with the key of the other customer. */
async function moveSecrets(
  tx: Tx,
  secrets: Pick<Secrets, 'put' | 'take'>,
  { from, to }: SourceMove,
  owner: string,
): Promise<void> {
  const { rows } = await sql<{ field: string }>`
    select field from secret where customer_id = ${from} and owner = ${owner} order by field for update`.execute(tx);
  for (const { field } of rows) {
    const place: SecretPlace = { customerId: from, owner, field };
    const plain = await secrets.take(tx, place);
    if (plain === undefined) throw new Error(`the secret ${owner}/${field} of customer ${from} cannot be decrypted`);
    await secrets.put(tx, { ...place, customerId: to }, plain);
    await secrets.put(tx, place, null);
  }
}

type Revs = ReadonlyMap<number, number>;

/** Takes the next revision of each customer in order of their ids, and tells devices after the commit. */
async function nextRevs(tx: Tx, customers: readonly number[]): Promise<Revs> {
  const revs = new Map<number, number>();
  for (const id of [...customers].sort((a, b) => a - b)) {
    const { rows } = await sql<{ rev: number }>`
      with feed as (
        insert into customer_feed (customer_id, rev) values (${id}, 1)
        on conflict (customer_id) do update set rev = customer_feed.rev + 1 returning rev)
      select rev, pg_notify('feed', json_build_object('customer', ${id}::int, 'rev', rev)::text) from feed`.execute(tx);
    if (rows[0]) revs.set(id, rows[0].rev);
  }
  return revs;
}

/** Devices of the one customer get tombstones, those of the other the rows. */
async function moveReplicatedRows(
  tx: Tx,
  move: SourceMove,
  { tasks, jobs, notes, values }: Belongings,
  revs: Revs,
): Promise<void> {
  const row = sql`t.row`;
  const targetOf = (id: RawBuilder<unknown>) =>
    sql`(select m.new from ${targetPairs(move.targets)} where m.old = (${id})::integer)`;
  // Twins keep their ids, and their targets are those of the other customer.
  const twins = sql`case when t.row ? 'twins' then jsonb_build_object('twins', (
    select coalesce(jsonb_object_agg(m.new, t.row -> 'twins' -> m.old::text), '{}') from ${targetPairs(move.targets)} where t.row -> 'twins' ? m.old::text))
    else '{}' end`;
  const mapping = sql`t.row || jsonb_build_object('targetId', ${targetOf(sql`t.row ->> 'targetId'`)}) || ${twins}`;
  const job = sql`case when t.row -> 'posts' = '[]' then t.row else t.row || jsonb_build_object('posts', (
    select jsonb_agg(p || jsonb_build_object('targetId', ${targetOf(sql`p ->> 'targetId'`)}) order by n)
    from jsonb_array_elements(t.row -> 'posts') with ordinality as e(p, n))) end`;
  // The statuses that texts mean are the parent's own, and so are the targets that jobs are posted to by themselves.
  const source = sql`t.row - 'expandedStatuses' - 'autoPostTo'`;
  await moveRows(tx, move, revs, { table: 'source', ids: [move.sourceId], row: source, own: [] });
  await moveRows(tx, move, revs, { table: 'task', ids: tasks, row, own: ['settings', 'next_run_at', 'marks'] });
  await moveRows(tx, move, revs, { table: 'map_value', ids: values, row: mapping, own: ['key'] });
  await moveRows(tx, move, revs, {
    table: 'job',
    ids: jobs,
    row: job,
    own: ['collected', 'kept_file_id', 'kept_record', 'received_mail_id'],
  });
  await moveRows(tx, move, revs, { table: 'job_note', ids: notes, row, own: [] });
}

/** Rows of one table: `row` is what devices of the other customer get, `own` are the columns that stay on the service. */
type MovedRows = {
  readonly table: string;
  readonly ids: readonly number[];
  readonly row: RawBuilder<unknown>;
  readonly own: readonly string[];
};

async function moveRows(tx: Tx, { from, to }: SourceMove, revs: Revs, { table, ids, row, own }: MovedRows): Promise<void> {
  if (ids.length === 0) return;
  const listed = (each: (name: string) => RawBuilder<unknown>) => sql.join(own.map(each), sql``);
  // The other customer has tombstones of these rows if they were there before.
  await sql`
    insert into ${sql.table(table)} (customer_id, id, rev, deleted, row${listed((name) => sql`, ${sql.ref(name)}`)})
    select ${to}, t.id, ${revs.get(to)}, false, ${row}${listed((name) => sql`, ${sql.ref(`t.${name}`)}`)}
    from ${sql.table(table)} t where t.customer_id = ${from} and t.id = any(${ids}::bigint[])
    on conflict (customer_id, id) do update set rev = excluded.rev, deleted = false, row = excluded.row${listed(
      (name) => sql`, ${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`,
    )}`.execute(tx);
  // A tombstone is never due.
  const cleared = own.includes('next_run_at') ? sql`, next_run_at = null` : sql``;
  await sql`update ${sql.table(table)} set deleted = true, row = '{}', rev = ${revs.get(from)}${cleared}
    where customer_id = ${from} and id = any(${ids}::bigint[])`.execute(tx);
}

/**
 * Posts keep reference, generation and the id at the ATS, so that no job is posted twice. Their revisions are now those of the other
 * customer: a job that showed its own receipt last still does, and one with a later change is still compared with what was sent.
 */
async function movePosts(tx: Tx, { from, to, targets }: SourceMove, { jobs }: Belongings, revs: Revs): Promise<number> {
  await sql`
    update post_attempt a set customer_id = ${to}, target_id = m.new from ${targetPairs(targets)}
    where a.customer_id = ${from} and a.job_id = any(${jobs}::bigint[]) and a.target_id = m.old`.execute(tx);
  const { numAffectedRows } = await sql`
    update post p set customer_id = ${to}, target_id = m.new,
      shown_rev = case when p.shown_rev = j.rev then ${revs.get(to)}::bigint end,
      follow = case when p.follow is null then null else ${revs.get(to)}::bigint end
    from ${targetPairs(targets)}, job j
    where p.customer_id = ${from} and p.job_id = any(${jobs}::bigint[]) and p.target_id = m.old
      and j.customer_id = ${from} and j.id = p.job_id`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** The pairs of targets as rows `m (old, new)`. */
function targetPairs(targets: ReadonlyMap<number, number>): RawBuilder<unknown> {
  const old = [...targets.keys()];
  return sql`unnest(${old}::integer[], ${[...targets.values()]}::integer[]) as m(old, new)`;
}
