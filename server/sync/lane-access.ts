import { no, ok, type Result } from '#contract/result.ts';
import type { Db } from '../db/connection.ts';
import { resolveCustomer } from '../http/customer-access.ts';
import type { Actor } from '../http/handle.ts';

/** Why a lane has no way to its customer any more. */
export type NoAccess = { readonly kind: 'not_found' | 'forbidden' | 'customer_gone' };

/**
 * May this caller use a lane of this customer? Someone who had the lane but lost the customer is told so (`forbidden`, or
 * `customer_gone` after its deletion [edge case 21]), so that their work is kept; to anyone else it is `not_found` [D1.1].
 */
export async function laneAccess(db: Db, actor: Actor, customerId: number, clientId: string): Promise<Result<null, NoAccess>> {
  const lane = await db
    .selectFrom('client')
    .innerJoin('customer', 'customer.id', 'client.customer_id')
    .select(['client.user_id', 'customer.deleted_at'])
    .where('client.customer_id', '=', customerId)
    .where('client.client_id', '=', clientId)
    .executeTakeFirst();
  if (lane && lane.user_id !== actor.userId) return await foreign(db, actor, customerId, clientId);
  const customer = customerId === -1 ? no({ kind: 'not_found' as const }) : await resolveCustomer(db, actor, customerId);
  if (customer.ok) return ok(null);
  if (!lane) return no({ kind: 'not_found' });
  return no({ kind: lane.deleted_at === null ? 'forbidden' : 'customer_gone' });
}

/** Somebody else's lane: answered like one that is not there, and recorded [S2.1]. */
async function foreign(db: Db, actor: Actor, customerId: number, clientId: string): Promise<Result<null, NoAccess>> {
  await db
    .insertInto('audit')
    .values({
      customer_id: customerId,
      actor_id: actor.actorId,
      subject_id: actor.userId,
      client_id: null,
      seq: null,
      command: 'sync.foreign_client',
      detail: JSON.stringify({ clientId }),
      rev: null,
    })
    .execute();
  return no({ kind: 'not_found' });
}
