import { sql } from 'kysely';
import { nobody } from '#contract/rows/rows.ts';
import type { Db, Tx } from '../kit/db/connection.ts';
import { listsOfSent } from './lists-of-sent.ts';
import { isReconciling, recoveryGap, recoveryTo } from './recovery-gap.ts';

/**
 * Removes the clean-shutdown mark, because the process may crash from now on [edge case 40]. If the mark was missing, every feed
 * skips at least a million revisions and the gap is recorded, so that a device that saw a lost revision reloads everything [S4].
 * Returns whether the mark was missing, and whether that happened within the last week. Only for the single process of an
 * embedded database: several processes on one PostgreSQL would remove each other's mark.
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

/** Moves every feed forward by the same gap and records the gap. */
async function skipAhead(tx: Tx, now: Date): Promise<void> {
  const gap = recoveryGap(Math.random());
  const feeds = await sql<{ customer_id: number; rev: number }>`
    update customer_feed set rev = rev + ${gap} returning customer_id, rev`.execute(tx);
  const recovery = recoveryTo(Object.fromEntries(feeds.rows.map((row) => [row.customer_id, row.rev])), gap, now);
  await sql`update feed_epoch set recoveries = recoveries || ${JSON.stringify([recovery])}::jsonb`.execute(tx);
}

/**
 * Whether outside systems may be ahead of the database. For a database that several processes share, where no process can tell if
 * the last shutdown was clean.
 */
export async function mustReconcile(db: Db, now: Date): Promise<boolean> {
  const { recoveries } = await db.selectFrom('feed_epoch').select('recoveries').executeTakeFirstOrThrow();
  return isReconciling(recoveries, now);
}

/**
 * Marks a database as restored from a backup, before any process of the service uses it [edge case 16, S8.6]. A new epoch makes
 * every device compare everything and offer what is missing. Feeds skip a million revisions, so that no number is used twice. For
 * a week every target reconciles first. Jobs posted in the last week are sent again in full, because changes after the backup are
 * unknown. What the backup held counts as durable. Returns the number of customers.
 */
export async function markRestored(db: Db, now: Date): Promise<{ customers: number }> {
  return db.transaction().execute(async (tx) => {
    await sql`select 1 from feed_epoch for update`.execute(tx);
    const { rows } = await sql<{ customer_id: number; rev: number }>`
      update customer_feed set durable_rev = rev returning customer_id, rev`.execute(tx);
    await skipAhead(tx, now);
    await sql`update feed_epoch set epoch = gen_random_uuid()::text, started_at = ${now}, clean = true`.execute(tx);
    // The processes that were posting when the backup was taken no longer run.
    await sql`update post set lease_until = null where lease_until is not null`.execute(tx);
    await sql`update post set follow = coalesce(follow, 0), sent = ${listsOfSent}
      where external_id is not null and updated_at > ${now}::timestamptz - interval '7 days'`.execute(tx);
    await sql`insert into audit (customer_id, at, command, detail, rev)
      select customer_id, ${now}, 'sync.restored', jsonb_build_object('head', durable_rev), rev from customer_feed
      where customer_id <> ${nobody}`.execute(tx);
    return { customers: rows.filter(({ customer_id }) => customer_id !== nobody).length };
  });
}

/** Sets the clean-shutdown mark. It is the last write, after every worker has stopped. */
export async function endEpoch(db: Db): Promise<void> {
  await db.updateTable('feed_epoch').set({ clean: true }).execute();
}
