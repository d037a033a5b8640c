import { randomBytes } from 'node:crypto';
import { isOpen } from '#server/kit/db/at-work.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** A task that emails are for, with the source that its jobs belong to. */
export type MailTask = { readonly customerId: number; readonly taskId: number };

const prefix = 'jobs-';
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
/** 26 letters of 32 are 130 bits, so no one guesses one. */
const keyLength = 26;

const newKey = (): string =>
  prefix + Array.from(randomBytes(keyLength), (byte) => letters.charAt(byte % letters.length)).join('');

/** The part before the @ of a task's address, made if the task has none or is to get another one. */
export async function mailKeyOf(
  tx: Tx,
  { customerId, taskId }: MailTask,
  renew: boolean,
  at: Date,
): Promise<{ key: string; isNew: boolean }> {
  const own = tx.selectFrom('mail_address').select('key').where('customer_id', '=', customerId).where('task_id', '=', taskId);
  const known = await own.executeTakeFirst();
  if (known && !renew) return { key: known.key, isNew: false };
  const key = newKey();
  await tx
    .insertInto('mail_address')
    .values({ customer_id: customerId, task_id: taskId, key, created_at: at })
    .onConflict((c) => c.columns(['customer_id', 'task_id']).doUpdateSet({ key, created_at: at }))
    .execute();
  return { key, isNew: true };
}

/** The task whose address begins with this part, in any letter case; null for none, and for one of a closed customer. */
export async function taskOfKey(db: Db, local: string): Promise<MailTask | null> {
  const found = await db
    .selectFrom('mail_address as m')
    .innerJoin('task as t', (join) => join.onRef('t.customer_id', '=', 'm.customer_id').onRef('t.id', '=', 'm.task_id'))
    .innerJoin('customer as c', 'c.id', 'm.customer_id')
    .select(['m.customer_id', 'm.task_id'])
    .where('m.key', '=', local.toLowerCase())
    .where('t.deleted', '=', false)
    .where(isOpen('c'))
    .executeTakeFirst();
  return found ? { customerId: found.customer_id, taskId: found.task_id } : null;
}
