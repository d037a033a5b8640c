import { sql } from 'kysely';
import type { Tx } from '#server/kit/db/connection.ts';

/**
 * Waits until no other transaction stages jobs of a source, and keeps others from it until this one ends. Two that stage at once (a task
 * and an upload) would both create the same distinct value; a source that moves to another customer must not get jobs meanwhile.
 */
export async function holdStaging(tx: Tx, customerId: number, sourceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${customerId}, ${sourceId})`.execute(tx);
}

/** The source was removed, or moved to another customer, while jobs of it were being staged. */
export class SourceGone extends Error {}

/** Like `holdStaging`, for the staging itself: throws `SourceGone` where the customer no longer has the source. */
export async function holdSource(tx: Tx, customerId: number, sourceId: number): Promise<void> {
  await holdStaging(tx, customerId, sourceId);
  const { rows } = await sql`
    select from source where customer_id = ${customerId} and id = ${sourceId} and not deleted`.execute(tx);
  if (rows.length === 0) throw new SourceGone(`customer ${customerId} has no source ${sourceId} any more`);
}
