import { no, ok, type Result } from '#contract/kit/result.ts';
import type { Db } from '../kit/db/connection.ts';
import { scopeTo } from '../kit/db/customer-scope.ts';
import type { Actor } from '../kit/http/handle.ts';
import type { Secrets } from '../kit/lib/secrets.ts';
import { laneAccess } from './lane-access.ts';

export type LockKey = { readonly kind: 'key'; readonly key: string } | { readonly kind: 'wipe' };

/**
 * The key that encrypts the waiting changes of a device while its user is signed out [D8.3]. It is derived from the first root key,
 * the user and the lane, so that a restored database can still give it (docs/decisions/0009). A user who lost access to the
 * customer still gets it, to export their own work. A killed lane never gets it again. An administrator who works as another user
 * does not get it, because that store keeps no work [edge case 18].
 */
export async function lockKeyOf(
  db: Db,
  secrets: Pick<Secrets, 'deriveLasting'>,
  actor: Actor,
  { customerId, clientId }: { readonly customerId: number; readonly clientId: string },
): Promise<Result<LockKey, { kind: 'forbidden' | 'not_found' }>> {
  if (actor.impersonating) return no({ kind: 'forbidden' });
  const access = await laneAccess(db, actor, customerId, clientId);
  if (!access.ok && access.error.kind === 'not_found') return no({ kind: 'not_found' });
  const lane = await scopeTo(db, [customerId])
    .selectFrom('client')
    .select('killed_at')
    .where('customer_id', '=', customerId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (lane?.killed_at) return ok({ kind: 'wipe' });
  return ok({ kind: 'key', key: laneKey(secrets, { userId: actor.userId, customerId, clientId }) });
}

/** The key of a person's lane, in base64. The caller has checked that they may have it. */
export function laneKey(
  secrets: Pick<Secrets, 'deriveLasting'>,
  { userId, customerId, clientId }: { readonly userId: number; readonly customerId: number; readonly clientId: string },
): string {
  return Buffer.from(secrets.deriveLasting(`outbox lock ${JSON.stringify([userId, customerId, clientId])}`)).toString('base64');
}
