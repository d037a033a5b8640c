import type { Db, Tx } from '#server/kit/db/connection.ts';

/** The time zone of a customer, an IANA name; UTC for one that does not exist. */
export async function zoneOfCustomer(db: Db | Tx, customerId: number): Promise<string> {
  const customer = await db.selectFrom('customer').select('time_zone').where('id', '=', customerId).executeTakeFirst();
  return customer?.time_zone ?? 'UTC';
}
