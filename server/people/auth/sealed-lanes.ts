import { sql } from 'kysely';
import type { Db } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { laneKey } from '#server/sync/lock-key.ts';
import { mayExport } from '../customers/restorable.ts';

/** The sealed changes of a device in one customer’s rows. */
type Sealed = { readonly customerId: number; readonly clientIds: readonly string[] };

/** The keys of a person’s own lanes among these. A lane that was wiped has none. */
export async function keysOf(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  userId: number,
  { customerId, clientIds }: Sealed,
) {
  const lanes = await db
    .selectFrom('client')
    .select('client_id')
    .where('customer_id', '=', customerId)
    .where('client_id', 'in', clientIds)
    .where('user_id', '=', userId)
    .where('killed_at', 'is', null)
    .execute();
  return lanes.map(({ client_id: clientId }) => ({ clientId, key: laneKey(secrets, { userId, customerId, clientId }) }));
}

/**
 * The closed customers at whose own sign-on a person of these lanes can confirm. Only the device knows its lanes: no one else learns
 * here which agency is closed.
 */
export const signOnsOf = (db: Db, clientIds: readonly string[], now: Date) =>
  db
    .selectFrom('client as l')
    .innerJoin('sign_in as s', 's.user_id', 'l.user_id')
    .innerJoin('app_user as u', (join) => join.onRef('u.customer_id', '=', 's.customer_id').onRef('u.id', '=', 's.user_id'))
    .innerJoin('customer as c', 'c.id', 's.customer_id')
    .innerJoin('sign_on as o', 'o.customer_id', 'c.id')
    .innerJoin('sign_on_domain as d', (join) =>
      join.onRef('d.customer_id', '=', 'c.id').on('d.domain', '=', sql<string>`split_part(lower(s.email), '@', 2)`),
    )
    .select(['c.id as customerId', 'c.name as agency'])
    .distinct()
    .where('l.client_id', 'in', clientIds)
    .where('l.killed_at', 'is', null)
    .where('u.disabled_at', 'is', null)
    .where('d.confirmed_at', 'is not', null)
    .where(mayExport('c', now))
    .orderBy('c.name')
    .execute();
