import type { TaskRow } from '#contract/rows/rows.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import type { MailTask } from '../mails/mail-addresses.ts';
import { type IncomingMail, type StoredMail, storeMail } from '../mails/received-mails.ts';
import { startCollection } from '../runs/collect-run.ts';

/** What taking an email in needs of the process. */
export type ReceivePorts = { readonly db: Db; readonly secrets: Secrets; readonly now: () => Date };

/**
 * Stores an email and queues the run of its task that reads it, in one transaction. Once this returns, the email cannot get lost.
 * Undefined if the task does not exist any more, `full` if too many emails of its customer wait already.
 */
export const receiveMail = (
  { db, secrets, now }: ReceivePorts,
  mail: Omit<IncomingMail, 'at'>,
): Promise<StoredMail | 'full' | undefined> =>
  scopeTo(db, [mail.customerId])
    .transaction()
    .execute(async (tx) => {
      const at = now();
      const stored = await storeMail(tx, secrets, { ...mail, at });
      if (stored !== 'full' && stored?.waits) await readWaiting(tx, mail, at);
      return stored;
    });

/** Queues a run of a task that reads its emails, unless one is queued already or the task does not run. Returns its id. */
export async function readWaiting(
  tx: Tx,
  { customerId, taskId }: MailTask,
  now: Date,
  by?: { readonly userId: number; readonly name: string },
): Promise<number | null> {
  const task = await tx
    .selectFrom('task')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('id', '=', taskId)
    .where('deleted', '=', false)
    .executeTakeFirst();
  const row = task?.row as TaskRow | undefined;
  if (!row?.ready || row.disabled || row.disabledByAdmin || row.ignored) return null;
  return startCollection(tx, { customerId, taskId, name: row.name, feed: '', how: by ? 'manual' : 'schedule', now, by });
}
