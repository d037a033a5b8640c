import { sql } from 'kysely';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { writeAudit } from '../kit/db/audit.ts';
import type { Db } from '../kit/db/connection.ts';
import { scopeTo, withoutScope } from '../kit/db/customer-scope.ts';
import { isCustomer, resolveCustomer } from '../kit/http/customer-access.ts';
import type { Actor } from '../kit/http/handle.ts';
import { checkAccess } from './check-access.ts';

/** Name of the audit line of an attempt to use another person's lane. */
const attempt = 'sync.foreign_client';

/** Why a lane has no access to its customer any more. */
export type NoAccess = { readonly kind: 'not_found' | 'forbidden' | 'customer_gone' };

/** Whether a caller may use a lane now (`checkAccess` decides). The use of another person's lane is recorded. */
export async function laneAccess(from: Db, actor: Actor, customerId: number, clientId: string): Promise<Result<null, NoAccess>> {
  if (!isCustomer(customerId)) return no({ kind: 'not_found' });
  // A lane stays its owner's in a customer that was deleted, or that they have lost: it is looked up in the customer asked for.
  const lane = await scopeTo(from, [customerId])
    .selectFrom('client')
    .innerJoin('customer', 'customer.id', 'client.customer_id')
    .select(['client.user_id', 'customer.deleted_at'])
    .where('client.customer_id', '=', customerId)
    .where('client.client_id', '=', clientId)
    .executeTakeFirst();
  const customer = await resolveCustomer(withoutScope(from), actor, customerId);
  const known = lane ? { userId: lane.user_id, customerDeleted: lane.deleted_at !== null } : null;
  const access = checkAccess(known, actor.userId, customer.ok);
  // A stranger writes nothing into the audit of another customer: the line is kept with their own.
  if (access === 'foreign') return foreign(from, actor, customer.ok ? customerId : actor.customerId, clientId);
  return access === 'open' ? ok(null) : no({ kind: access });
}

/**
 * Another person's lane: the reply is the same as for an unknown lane, and the attempt is recorded [S2.1], once an hour for each
 * person and device, so that no one can fill the audit with it.
 */
async function foreign(from: Db, actor: Actor, customerId: number, clientId: string): Promise<Result<null, NoAccess>> {
  const db = scopeTo(from, [customerId]);
  const { actorId, userId } = actor;
  const object = ['device', clientId] as const;
  const { rows } = await sql`
    select from audit where customer_id = ${customerId} and object_kind = 'device' and object_id = ${clientId}
      and command = ${attempt} and actor_id = ${actorId} and at > now() - interval '1 hour' limit 1`.execute(db);
  if (rows.length > 0) return no({ kind: 'not_found' });
  // The audit line is not part of a transaction, so it is kept whatever the call does.
  await writeAudit(db, { customerId, actorId, userId, name: attempt, object, facts: { clientId } });
  return no({ kind: 'not_found' });
}
