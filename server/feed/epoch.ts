import { sql } from 'kysely';
import { nobody } from '#contract/rows/rows.ts';
import type { Db, Tx } from '../kit/db/connection.ts';
import { isReconciling, recoveryGap, recoveryTo } from './recovery-gap.ts';

/**
 * Takes the mark of a clean end away, since from now on the process may die [edge case 40]. Where the mark was missing,
 * every feed goes on a million revisions later or more, and the gap is recorded, so that a device that saw a revision the database
 * lost asks for everything again [S4]. Answers whether that was so, and whether it was so within the last week. For the one process of an embedded database only:
 * of several that share a PostgreSQL, each would find the others' missing mark.
 */
export async function startEpoch(db: Db, now: Date): Promise<{ recovered: boolean; reconcileFirst: boolean }> {
  return db.transaction().execute(async (tx) => {
    const { clean, recoveries } = await tx
      .selectFrom('feed_epoch')
      .select(['clean', 'recoveries'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (clean) {
      await tx.updateTable('feed_epoch').set({ clean: false }).execute();
      return { recovered: false, reconcileFirst: isReconciling(recoveries, now) };
    }
    await skipAhead(tx, now);
    return { recovered: true, reconcileFirst: true };
  });
}

/** Moves every feed on by the same gap and records it. */
async function skipAhead(tx: Tx, now: Date): Promise<void> {
  const gap = recoveryGap(Math.random());
  const feeds = await sql<{ customer_id: number; rev: number }>`
    update customer_feed set rev = rev + ${gap} returning customer_id, rev`.execute(tx);
  const recovery = recoveryTo(Object.fromEntries(feeds.rows.map((row) => [row.customer_id, row.rev])), gap, now);
  await sql`update feed_epoch set recoveries = recoveries || ${JSON.stringify([recovery])}::jsonb`.execute(tx);
}

/** Whether outside systems may be ahead of a database that several processes share, and of which none can judge the last end. */
export async function mustReconcile(db: Db, now: Date): Promise<boolean> {
  const { recoveries } = await db.selectFrom('feed_epoch').select('recoveries').executeTakeFirstOrThrow();
  return isReconciling(recoveries, now);
}

/**
 * Marks a database that was restored from a backup, before any process of the service uses it again [edge case 16, S8.6]: a
 * new epoch, so that every device compares everything and offers what is gone; feeds a million revisions on, so that no
 * number is given twice; every target reconciles first for a week; what stands there of the last week is brought in line whole, as
 * no one knows what it was given since. What the backup held counts as durable. Answers how many
 * customers it has.
 */
export async function markRestored(db: Db, now: Date): Promise<{ customers: number }> {
  return db.transaction().execute(async (tx) => {
    await sql`select 1 from feed_epoch for update`.execute(tx);
    const { rows } = await sql<{ customer_id: number; rev: number }>`
      update customer_feed set durable_rev = rev returning customer_id, rev`.execute(tx);
    await skipAhead(tx, now);
    await sql`update feed_epoch set epoch = gen_random_uuid()::text, started_at = ${now}, clean = true`.execute(tx);
    // Anyone who was posting when the backup was taken is gone.
    await sql`update post set lease_until = null where lease_until is not null`.execute(tx);
    // Of a list stays what may stand there (`longAgo`).
    await sql`update post set follow = coalesce(follow, 0), sent = coalesce((
        select jsonb_object_agg(key, case jsonb_typeof(value) when 'array' then jsonb_build_object('maybe', value) else value end)
        from jsonb_each(sent) where jsonb_typeof(value) = 'array' or value ? 'maybe'), '{}')
      where external_id is not null and updated_at > ${now}::timestamptz - interval '7 days'`.execute(tx);
    await sql`insert into audit (customer_id, at, command, detail, rev)
      select customer_id, ${now}, 'sync.restored', jsonb_build_object('head', durable_rev), rev from customer_feed
      where customer_id <> ${nobody}`.execute(tx);
    return { customers: rows.filter(({ customer_id }) => customer_id !== nobody).length };
  });
}

/** Sets the mark of a clean end: the last thing written, after every worker has ended. */
export async function endEpoch(db: Db): Promise<void> {
  await db.updateTable('feed_epoch').set({ clean: true }).execute();
}
