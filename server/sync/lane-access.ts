import { no, ok, type Result } from '#contract/kit/result.ts';
import { writeAudit } from '../kit/db/audit.ts';
import type { Db } from '../kit/db/connection.ts';
import { isCustomer, resolveCustomer } from '../kit/http/customer-access.ts';
import type { Actor } from '../kit/http/handle.ts';
import { checkAccess } from './check-access.ts';

/** Why a lane has no access to its customer any more. */
export type NoAccess = { readonly kind: 'not_found' | 'forbidden' | 'customer_gone' };

/** Whether a caller may use a lane now (`checkAccess` decides). The use of another person's lane is recorded. */
export async function laneAccess(db: Db, actor: Actor, customerId: number, clientId: string): Promise<Result<null, NoAccess>> {
  if (!isCustomer(customerId)) return no({ kind: 'not_found' });
  const lane = await db
    .selectFrom('client')
    .innerJoin('customer', 'customer.id', 'client.customer_id')
    .select(['client.user_id', 'customer.deleted_at'])
    .where('client.customer_id', '=', customerId)
    .where('client.client_id', '=', clientId)
    .executeTakeFirst();
  const customer = await resolveCustomer(db, actor, customerId);
  const known = lane ? { userId: lane.user_id, customerDeleted: lane.deleted_at !== null } : null;
  const access = checkAccess(known, actor.userId, customer.ok);
  // A stranger writes nothing into the audit of another customer: the line is kept with their own.
  if (access === 'foreign') return foreign(db, actor, customer.ok ? customerId : actor.customerId, clientId);
  return access === 'open' ? ok(null) : no({ kind: access });
}

/** Another person's lane: the reply is the same as for an unknown lane, and the attempt is recorded [S2.1]. */
async function foreign(db: Db, actor: Actor, customerId: number, clientId: string): Promise<Result<null, NoAccess>> {
  const { actorId, userId } = actor;
  const object = ['device', clientId] as const;
  // The audit line is not part of a transaction, so it is kept whatever the call does.
  await writeAudit(db, { customerId, actorId, userId, name: 'sync.foreign_client', object, facts: { clientId } });
  return no({ kind: 'not_found' });
}
