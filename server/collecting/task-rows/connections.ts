import { sql } from 'kysely';
import type { Connections } from '#domain/crawlers/connections.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** Counts the VMS connections of a customer, as the list of customers does. `lock` lets one task after the other be added. */
export async function connectionsOf(db: Db | Tx, customerId: number, lock?: 'lock'): Promise<Connections> {
  if (lock) await sql`select pg_advisory_xact_lock(hashtext('connections'), ${customerId}::integer)`.execute(db);
  const { provider, included } = await db
    .selectFrom('customer')
    .select(['provider', 'agents_included as included'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const { used } = await db
    .selectFrom('task')
    .select((e) => e.fn.countAll<number>().as('used'))
    .where('customer_id', '=', customerId)
    .where('deleted', '=', false)
    .where(sql<boolean>`not (row ->> 'disabled')::boolean`)
    .executeTakeFirstOrThrow();
  return { used, included: provider ? null : included };
}
