import { sql } from 'kysely';
import { type Connections, connectionsProblem } from '#domain/crawlers/connections.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/**
 * Why a customer may not add or enable so many tasks; null if it may. Lets one transaction after the other add tasks of a customer. Call
 * it after the locks of rows, so that two transactions never wait for each other.
 */
export async function fullConnections(tx: Tx, customerId: number, more: number): Promise<string | null> {
  if (more === 0) return null;
  await sql`select pg_advisory_xact_lock(hashtext('connections'), ${customerId}::integer)`.execute(tx);
  return connectionsProblem(await connectionsOf(tx, customerId), more);
}

/** Counts the VMS connections of a customer, as the list of customers does. */
export async function connectionsOf(db: Db | Tx, customerId: number): Promise<Connections> {
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
