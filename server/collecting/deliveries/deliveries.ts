import { sql } from 'kysely';
import type { Db, Tx } from '#server/kit/db/connection.ts';

type OfTask = { readonly customerId: number; readonly taskId: number };

/** What a vendor sent and no run has read yet. */
export type Delivery = { readonly id: number; readonly fileId: number };

/** The delivery that waits longest. Null if none waits. */
export async function nextDelivery(db: Db | Tx, { customerId, taskId }: OfTask): Promise<Delivery | null> {
  const next = await db
    .selectFrom('webhook_delivery')
    .select(['id', 'file_id'])
    .where('customer_id', '=', customerId)
    .where('task_id', '=', taskId)
    .where('taken_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return next ? { id: next.id, fileId: next.file_id } : null;
}

/** Notes that a run has read a delivery. */
export const noteTaken = (tx: Tx, customerId: number, { id }: Delivery, at: Date): Promise<unknown> =>
  tx.updateTable('webhook_delivery').set({ taken_at: at }).where('customer_id', '=', customerId).where('id', '=', id).execute();

/** How many deliveries wait, and when the last one came. */
export async function deliveryState(db: Db | Tx, { customerId, taskId }: OfTask) {
  const { rows } = await sql<{ waiting: number; lastReceivedAt: string | null }>`
    select count(*) filter (where taken_at is null)::integer as waiting, max(received_at) as "lastReceivedAt"
    from webhook_delivery where customer_id = ${customerId} and task_id = ${taskId}`.execute(db);
  return rows[0] ?? { waiting: 0, lastReceivedAt: null };
}
