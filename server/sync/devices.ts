import type { Device } from '#contract/sync/devices.ts';
import type { Db, Tx } from '../kit/db/connection.ts';
import { type Customers, ofCustomers } from '../kit/db/of-customers.ts';
import { totalOfList } from '../kit/db/paging.ts';

/** Devices of customers, last seen first. Retention deletes them after 400 days. */
export async function devicesOf(db: Db, customers: Customers): Promise<Device[]> {
  return db
    .selectFrom('client')
    .leftJoin('app_user', (join) => join.onRef('app_user.id', '=', 'client.user_id'))
    .select((e) => [
      'client.client_id as clientId',
      'client.user_id as userId',
      e.fn.coalesce('app_user.name', e.val('')).as('userName'),
      'client.device_label as label',
      'client.app_version as appVersion',
      'client.last_seq as lastSeq',
      'client.unsent',
      'client.oldest_unsent_at as oldestUnsentAt',
      'client.persisted',
      'client.created_at as createdAt',
      'client.seen_at as seenAt',
      'client.killed_at as killedAt',
      'client.told_at as toldAt',
      'client.wiped_at as wipedAt',
      'client.wiped_unsent as wipedUnsent',
      'client.lost_at as lostAt',
      'client.lost_unsent as lostUnsent',
      totalOfList,
    ])
    .where(ofCustomers(customers, 'client.customer_id'))
    .orderBy('client.seen_at', 'desc')
    .limit(1000)
    .execute();
}

/** Marks a device to be wiped. Null if there is no such device; `before` if it was already marked. */
export async function killDevice(tx: Tx, customerId: number, clientId: string, now: Date): Promise<'killed' | 'before' | null> {
  const device = await tx
    .selectFrom('client')
    .select('killed_at')
    .where('customer_id', '=', customerId)
    .where('client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirst();
  if (!device) return null;
  if (device.killed_at !== null) return 'before';
  await tx
    .updateTable('client')
    .set({ killed_at: now })
    .where('customer_id', '=', customerId)
    .where('client_id', '=', clientId)
    .execute();
  return 'killed';
}
