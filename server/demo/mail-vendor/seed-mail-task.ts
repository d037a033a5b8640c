import { mailKeyOf } from '../../collecting/mails/mail-addresses.ts';
import { writeRows } from '../../feed/publish.ts';
import type { Services } from '../../kit/http/handle.ts';
import { findDemoTask } from '../seed-demo-task.ts';

/**
 * Adds the task of the vendor that emails to a customer, once. Returns the part of its address before the @; null if the task or its
 * address was removed.
 */
export async function seedMailTask({ db, now }: Services, customerId: number): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    const found = await findDemoTask(tx, customerId, { name: 'Lakeside VMS', crawler: 3, everyMinutes: null, has: [] });
    if (!found) return null;
    const { row, settings, publications } = found;
    if (settings !== null) {
      const address = tx
        .selectFrom('mail_address')
        .select('key')
        .where('customer_id', '=', customerId)
        .where('task_id', '=', row.id);
      return (await address.executeTakeFirst())?.key ?? null;
    }
    const { key } = await mailKeyOf(tx, { customerId, taskId: row.id }, false, now());
    await writeRows(tx, customerId, [...publications, { collection: 'task', row, extra: { settings: {} } }]);
    return key;
  });
}
