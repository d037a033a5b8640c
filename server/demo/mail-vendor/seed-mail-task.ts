import type { TaskRow } from '#contract/rows/rows.ts';
import { mailKeyOf } from '../../collecting/mails/mail-addresses.ts';
import { taskDefaults } from '../../collecting/task-rows/new-task.ts';
import { nextIds, writeRows } from '../../feed/publish.ts';
import type { Services } from '../../kit/http/handle.ts';
import { sourceNamed } from '../../mapping/sources/sources.ts';

const name = 'Lakeside VMS';

/**
 * Adds the task of the vendor that emails to a customer, once. Returns the part of its address before the @; null if the task or its
 * address was removed.
 */
export async function seedMailTask({ db, now }: Services, customerId: number): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    const tasks = await tx
      .selectFrom('task')
      .select(['id', 'row'])
      .where('customer_id', '=', customerId)
      .where('deleted', '=', false)
      .execute();
    const known = tasks.find(({ row }) => (row as Partial<TaskRow>).name === name);
    if (known) {
      const address = tx
        .selectFrom('mail_address')
        .select('key')
        .where('customer_id', '=', customerId)
        .where('task_id', '=', known.id);
      return (await address.executeTakeFirst())?.key ?? null;
    }
    // The source stays when a person removes the task.
    const sources = await tx.selectFrom('source').select('row').where('customer_id', '=', customerId).execute();
    if (sources.some(({ row }) => (row as { name?: string }).name === name)) return null;
    const [id = 0] = await nextIds(tx, 'task', 1);
    const { source, publications } = await sourceNamed(tx, customerId, name);
    const row: TaskRow = {
      ...taskDefaults,
      id,
      name,
      sourceId: source.id,
      crawlerId: 3,
      crawler: 'Mail',
      site: name,
      disabled: false,
      ready: true,
    };
    const { key } = await mailKeyOf(tx, { customerId, taskId: id }, false, now());
    await writeRows(tx, customerId, [...publications, { collection: 'task', row, extra: { settings: {} } }]);
    return key;
  });
}
