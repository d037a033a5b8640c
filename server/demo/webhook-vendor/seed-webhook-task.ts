import { readKey, renewKey } from '../../collecting/webhooks/webhook-address.ts';
import { writeRows } from '../../feed/publish.ts';
import type { Services } from '../../kit/http/handle.ts';
import { findDemoTask } from '../seed-demo-task.ts';

/**
 * Adds the task of the vendor that sends its jobs to a customer, once. Returns the key of its address; null if the task or its address
 * was removed.
 */
export async function seedWebhookTask({ db, secrets }: Services, customerId: number): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    const found = await findDemoTask(tx, customerId, { name: 'Redwood VMS', crawler: 63, everyMinutes: null, has: [] });
    if (!found) return null;
    const { row, settings, publications } = found;
    const place = { customerId, taskId: row.id };
    if (settings !== null) return readKey(tx, secrets, place);
    await writeRows(tx, customerId, [...publications, { collection: 'task', row, extra: { settings: {} } }]);
    return renewKey(tx, secrets, place);
  });
}
