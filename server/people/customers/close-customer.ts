import type { Tx } from '#server/kit/db/connection.ts';

/**
 * Ends every session of a customer's people, and the work of others as one of them. Returns the ids of the sessions: their cached
 * actors are forgotten once it is committed.
 */
export async function endSessionsOfCustomer(tx: Tx, customerId: number, now: Date): Promise<string[]> {
  const own = await tx
    .updateTable('session')
    .set({ ended_at: now, successor_sealed: null })
    .where('customer_id', '=', customerId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  const acting = await tx
    .updateTable('session')
    .set({ acting_customer_id: null, acting_user_id: null, acting_until: null })
    .where('acting_customer_id', '=', customerId)
    .returning('id')
    .execute();
  await tx.deleteFrom('pending_sign_in').where('customer_id', '=', customerId).execute();
  return [...own, ...acting].map(({ id }) => id);
}
