import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { isAtWork } from '#server/kit/db/at-work.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';

type OfTask = { readonly customerId: number; readonly taskId: number };

/** The random part of an address, in bytes. */
const randomLength = 32;

const placeOf = ({ customerId, taskId }: OfTask) => ({ customerId, owner: `task:${taskId}`, field: 'webhook' });

/** Makes a new address of a task, which takes the place of the former one. Returns its key, which is stored encrypted. */
export async function renewKey(tx: Tx, secrets: Secrets, task: OfTask): Promise<string> {
  const random = randomBytes(randomLength).toString('base64url');
  await secrets.put(tx, placeOf(task), random);
  return keyOf(task, random);
}

/** Removes the address of a task, and the deliveries that wait. */
export async function removeWebhook(tx: Tx, secrets: Secrets, task: OfTask): Promise<void> {
  await secrets.put(tx, placeOf(task), null);
  await tx
    .deleteFrom('webhook_delivery')
    .where('customer_id', '=', task.customerId)
    .where('task_id', '=', task.taskId)
    .where('taken_at', 'is', null)
    .execute();
}

/** The key of a task's address; null if it has none. */
export async function readKey(db: Db | Tx, secrets: Secrets, task: OfTask): Promise<string | null> {
  const random = await secrets.take(db, placeOf(task));
  return random === undefined ? null : keyOf(task, random);
}

// The id finds the task without a list of all keys; it moves with its source, and its address with it.
const keyOf = ({ taskId }: OfTask, random: string) => `${taskId}-${random}`;

/** The whole address for a key. */
export const addressOf = (publicUrl: string, key: string): string => `${publicUrl.replace(/\/+$/, '')}/api/webhook/${key}`;

/** The task of a key. Null for an unknown key, a task of another kind, and one whose customer is not at work. */
export async function taskOfKey(db: Db, secrets: Secrets, key: string): Promise<OfTask | null> {
  const [, id, random = ''] = /^([1-9]\d{0,8})-([\w-]{43})$/.exec(key) ?? [];
  if (id === undefined) return null;
  const { rows } = await sql<OfTask>`
    select t.customer_id as "customerId", t.id as "taskId" from task t
      join crawler_setup c on c.id = (t.row ->> 'crawlerId')::integer and c.kind = 'webhook'
    where t.id = ${Number(id)} and not t.deleted and ${isAtWork('t.customer_id')}`.execute(db);
  for (const task of rows) {
    const stored = await secrets.take(db, placeOf(task));
    if (stored !== undefined && isSame(stored, random)) return task;
  }
  return null;
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();
/** In the same time for every text, so that no answer tells how much of a guess was right. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other));
