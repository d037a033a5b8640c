import type { Db, Tx } from '#server/kit/db/connection.ts';

/** The name of a customer that exists. */
export async function nameOfCustomer(db: Db | Tx, customerId: number): Promise<string> {
  const { name } = await db.selectFrom('customer').select('name').where('id', '=', customerId).executeTakeFirstOrThrow();
  return name;
}

/** The name of a customer; undefined if there is none, or it is closed. */
export async function nameOfOpenCustomer(db: Db | Tx, customerId: number): Promise<string | undefined> {
  const found = await db
    .selectFrom('customer')
    .select('name')
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found?.name;
}
