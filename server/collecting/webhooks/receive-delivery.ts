import type { TaskRow } from '#contract/rows/rows.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { deliveryState } from '../deliveries/deliveries.ts';
import { digestOf, keepFileIn, packedFile } from '../kept-files/kept-files.ts';
import { startCollection } from '../runs/collect-run.ts';

/** The same body sent again within this time is a repetition: the vendor did not get the first answer. */
const repeatedMs = 60 * 60_000;
/** Most deliveries of a task that wait, as for one that is disabled. */
const mostWaiting = 200;

/** What became of a delivery: stored, stored before, or refused because too many wait; `gone`: the task was removed meanwhile. */
export type Received = 'stored' | 'repeated' | 'full' | 'gone';

/**
 * Stores what a vendor sent and queues a run that reads it, in one transaction. A task that is disabled keeps its deliveries until it is
 * enabled or run by hand.
 */
export async function receiveDelivery(
  { db, secrets, now }: Pick<Services, 'db' | 'secrets' | 'now'>,
  { customerId, taskId }: { readonly customerId: number; readonly taskId: number },
  bytes: Uint8Array,
): Promise<Received> {
  const digest = digestOf(bytes);
  const packed = await packedFile(bytes);
  const at = now();
  return scopeTo(db, [customerId])
    .transaction()
    .execute(async (tx) => {
      // Locked, so that a run that ends either sees this delivery or leaves the task due after it.
      const task = await tx
        .selectFrom('task')
        .select('row')
        .where('customer_id', '=', customerId)
        .where('id', '=', taskId)
        .where('deleted', '=', false)
        .forUpdate()
        .executeTakeFirst();
      if (!task) return 'gone';
      const row = task.row as TaskRow;
      const earlier = await tx
        .selectFrom('webhook_delivery')
        .select('id')
        .where('customer_id', '=', customerId)
        .where('task_id', '=', taskId)
        .where('digest', '=', digest)
        .where('received_at', '>', new Date(at.getTime() - repeatedMs).toISOString())
        .limit(1)
        .executeTakeFirst();
      if (earlier) return 'repeated';
      if ((await deliveryState(tx, { customerId, taskId })).waiting >= mostWaiting) return 'full';
      const file = { customerId, sourceId: row.sourceId, taskId, name: null, complete: false, at };
      const fileId = await keepFileIn(tx, secrets, { ...file, digest, packed });
      const delivery = { customer_id: customerId, task_id: taskId, file_id: fileId, digest, received_at: at };
      await tx.insertInto('webhook_delivery').values(delivery).execute();
      await tx
        .updateTable('task')
        .set({ next_run_at: at })
        .where('customer_id', '=', customerId)
        .where('id', '=', taskId)
        .execute();
      if (!row.disabled && !row.disabledByAdmin && !row.ignored && row.ready)
        await startCollection(tx, { customerId, taskId, name: row.name, feed: '', how: 'webhook', now: at });
      return 'stored';
    });
}
