import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
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
    const gap = recoveryGap(Math.random());
    const feeds = await sql<{ customer_id: number; rev: number }>`
      update customer_feed set rev = rev + ${gap} returning customer_id, rev`.execute(tx);
    await sql`update global_feed set rev = rev + ${gap}`.execute(tx);
    const recovery = recoveryTo(Object.fromEntries(feeds.rows.map((row) => [row.customer_id, row.rev])), gap, now);
    await sql`update feed_epoch set recoveries = recoveries || ${JSON.stringify([recovery])}::jsonb`.execute(tx);
    return { recovered: true, reconcileFirst: true };
  });
}

/** Sets the mark of a clean end: the last thing written, after every worker has ended. */
export async function endEpoch(db: Db): Promise<void> {
  await db.updateTable('feed_epoch').set({ clean: true }).execute();
}
