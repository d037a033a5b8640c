import { sql } from 'kysely';
import type { TargetRow } from '#contract/rows/rows.ts';
import type { Drift } from '#domain/posting/drift/drift.ts';
import { isAtWork } from '#server/kit/db/at-work.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { DuePost } from '../post-rows.ts';
import { showDrift } from '../rows/post-drift.ts';
import { ofPost, type PostKey } from '../rows/post-key.ts';

/** A target with job orders that stand in it. */
export type WatchedTarget = { readonly customerId: number; readonly targetId: number; readonly typeId: number };

/** Targets of customers at work that have posted jobs, the one that was looked at longest ago first. */
export async function watchedTargets(db: Db): Promise<WatchedTarget[]> {
  const { rows } = await sql<{ customerId: number; targetId: number; row: TargetRow }>`
    select t.customer_id as "customerId", t.id as "targetId", t.row from target t
    left join drift_watch w on w.customer_id = t.customer_id and w.target_id = t.id
    where not t.deleted and ${isAtWork('t.customer_id')}
      and exists (select from post p where p.customer_id = t.customer_id and p.target_id = t.id and p.external_id is not null and p.state = 'done')
    order by w.looked_at nulls first, t.customer_id, t.id`.execute(db);
  return rows.filter(({ row }) => !row.disabled).map(({ row, ...target }) => ({ ...target, typeId: row.typeId }));
}

/** Longer than the longest turn: a slice of orders, each with a call of at most 60 s, gives way before it ends. */
const leaseSeconds = 300;

/** Claims the look at a target. Null if another process has it; otherwise how far its list of changes was read. */
export async function claimLook(
  db: Db,
  { customerId, targetId }: WatchedTarget,
  now: Date,
): Promise<{ events: string | null } | null> {
  const until = new Date(now.getTime() + leaseSeconds * 1000);
  const { rows } = await sql<{ events: string | null }>`
    insert into drift_watch as w (customer_id, target_id, lease_until) values (${customerId}, ${targetId}, ${until})
    on conflict (customer_id, target_id) do update set lease_until = excluded.lease_until
      where w.lease_until is null or w.lease_until < ${now}
    returning events`.execute(db);
  return rows[0] ?? null;
}

/** Ends the look at a target. */
export async function endLook(db: Db, { customerId, targetId }: WatchedTarget, now: Date): Promise<void> {
  await sql`update drift_watch set lease_until = null, looked_at = ${now}
    where customer_id = ${customerId} and target_id = ${targetId}`.execute(db);
}

/** A post whose job order is in its target, with nothing of ours under way. */
export type QuietPost = DuePost & { readonly externalId: string };

/**
 * The standing posts of open jobs that were looked at longest ago. A post with a change of ours under way is left out, because its
 * update settles it, and so is one that a person left deleted.
 */
export async function standingPosts(db: Db, { customerId, targetId }: WatchedTarget, most: number): Promise<QuietPost[]> {
  const { rows } = await sql<QuietPost>`
    select p.customer_id as "customerId", p.target_id as "targetId", p.job_id as "jobId", p.generation, p.state, p.reference,
           p.external_id as "externalId", p.words, p.tries, p.lookups, p.fence, p.asked_by as "askedBy", p.follow,
           p.created_at as "createdAt"
    from post p join job j on j.customer_id = p.customer_id and j.id = p.job_id
    where p.customer_id = ${customerId} and p.target_id = ${targetId} and p.external_id is not null and p.state = 'done'
      and p.follow is null and p.lease_until is null and p.sent is not null and not j.deleted and j.row ->> 'status' = 'Open'
      and not exists (select from post n where n.customer_id = p.customer_id and n.target_id = p.target_id
        and n.job_id = p.job_id and n.generation > p.generation)
      and not exists (select from post_drift d where d.customer_id = p.customer_id and d.target_id = p.target_id
        and d.job_id = p.job_id and d.generation = p.generation and d.accepted)
    order by p.looked_at nulls first, p.job_id limit ${most}`.execute(db);
  return rows;
}

/** Whether posts or updates of a target are due: looks give way to them. */
export async function hasDuePosts(db: Db, { customerId, targetId }: WatchedTarget, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from post where customer_id = ${customerId} and target_id = ${targetId}
      and (state in ('wanted', 'sending', 'unknown') or (follow is not null and external_id is not null))
      and next_at <= ${now}) as due`.execute(db);
  return rows[0]?.due ?? false;
}

/** Job orders that a target's own list of changes names are looked at first. Stored together with how far the list was read. */
export async function noteChanged(
  db: Db,
  { customerId, targetId }: WatchedTarget,
  ids: readonly string[],
  events: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`update post set looked_at = null where customer_id = ${customerId} and target_id = ${targetId}
      and external_id = any(${[...ids]}::text[])`.execute(tx);
    await sql`update drift_watch set events = ${events} where customer_id = ${customerId} and target_id = ${targetId}`.execute(
      tx,
    );
  });
}

/** When a job order was last changed there, and by whom, where the target says so. */
export type LastChange = { readonly changedAt?: string; readonly changedBy?: string };

/**
 * Stores the result of a look. Nothing is stored if the post changed since it was read, because then something of ours is under way.
 * A difference that was found before keeps its time.
 */
export async function saveLook(tx: Tx, post: QuietPost, drift: Drift | null, last: LastChange, now: Date): Promise<void> {
  const { rows } = await sql`
    update post set looked_at = ${now} where ${ofPost(post)} and fence = ${post.fence} and follow is null returning 1`.execute(
    tx,
  );
  if (rows.length === 0) return;
  if (drift === null) {
    await sql`delete from post_drift where ${ofPost(post)}`.execute(tx);
    await showDrift(tx, post);
    return;
  }
  const { kind, fields } = drift;
  await sql`
    insert into post_drift as d (customer_id, target_id, job_id, generation, kind, fields, found_at, changed_at, changed_by)
    values (${post.customerId}, ${post.targetId}, ${post.jobId}, ${post.generation}, ${kind}, ${JSON.stringify(fields)}, ${now},
      ${last.changedAt ?? null}, ${last.changedBy ?? null})
    on conflict (customer_id, target_id, job_id, generation) do update set kind = excluded.kind, fields = excluded.fields,
      changed_at = excluded.changed_at, changed_by = excluded.changed_by,
      found_at = case when d.kind = excluded.kind and d.fields = excluded.fields then d.found_at else excluded.found_at end`.execute(
    tx,
  );
  await showDrift(tx, post);
}

/** Notes that a job order was looked at without an answer that proves anything. */
export async function noteLook(tx: Tx | Db, post: PostKey, now: Date): Promise<void> {
  await sql`update post set looked_at = ${now} where ${ofPost(post)}`.execute(tx);
}
