import { sql } from 'kysely';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';

/** A task, as its feed's address is stored. */
type OfTask = { readonly customerId: number; readonly taskId: number };

const placeOf = ({ customerId, taskId }: OfTask) => ({ customerId, owner: `task:${taskId}`, field: 'url' });

/**
 * The part of a feed's address that everyone who sees the task may read: its host. Vendors put keys into the path and the query.
 * Empty if there is no address.
 */
function shownAddress(url: string): string {
  if (url === '') return '';
  const { origin, pathname, search } = new URL(url);
  return pathname === '/' && search === '' ? origin : `${origin}/…`;
}

/** The whole address of a task's feed. Empty if the task has none. */
export const feedAddressOf = async (db: Db | Tx, secrets: Secrets, task: OfTask): Promise<string> =>
  (await secrets.take(db, placeOf(task))) ?? '';

/** Encrypts and stores the address of a task's feed; an empty one is deleted. Returns the part that the task's settings hold. */
export async function storeFeedAddress(tx: Tx, secrets: Secrets, task: OfTask, url: string): Promise<{ feed: string }> {
  await secrets.put(tx, placeOf(task), url === '' ? null : url);
  return { feed: shownAddress(url) };
}

/** Encrypts the addresses that earlier versions stored as plain text in `task.settings`. Does nothing once that is done. */
export async function sealStoredAddresses(db: Db, secrets: Secrets): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const plain = await tx
      .selectFrom('task')
      .select(['customer_id', 'id', 'settings'])
      .where(sql<boolean>`settings ? 'url'`)
      .forUpdate()
      .execute();
    for (const { customer_id, id, settings } of plain) {
      const { url, ...others } = settings;
      const stored = await storeFeedAddress(tx, secrets, { customerId: customer_id, taskId: id }, String(url));
      await tx
        .updateTable('task')
        .set({ settings: JSON.stringify({ ...others, ...stored }) })
        .where('customer_id', '=', customer_id)
        .where('id', '=', id)
        .execute();
    }
  });
}
