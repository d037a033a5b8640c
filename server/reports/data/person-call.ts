import { scopeTo, withoutScope } from '#server/kit/db/customer-scope.ts';
import { holderOf } from '#server/kit/http/actors.ts';
import type { Call, Services } from '#server/kit/http/handle.ts';

/** A person at a customer, for work that goes on without them. */
export type Person = { readonly userId: number; readonly name: string; readonly email: string };

/**
 * A call of a person at a customer as they could make it now, for work in the background: with their rights of this moment and the rows of
 * that customer alone. It has no session and no browser. Null if the person is disabled, or no longer works at the customer.
 */
export async function callOfPerson(
  services: Services,
  { customerId, userId, signal }: { readonly customerId: number; readonly userId: number; readonly signal: AbortSignal },
): Promise<{ readonly person: Person; readonly call: Call } | null> {
  const db = withoutScope(services.db);
  const holder = await holderOf(db, userId, customerId);
  if (!holder) return null;
  const { name, email } = await db
    .selectFrom('app_user')
    .select(['name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const call: Call = {
    services: { ...services, db: scopeTo(db, [customerId]) },
    actor: {
      ...holder,
      userId,
      actorId: userId,
      actorCustomerId: customerId,
      name,
      customerId,
      linkedCustomers: [],
      rightsAtLinked: new Map(),
      sessionId: '',
      impersonating: false,
      passwordExpired: false,
      mustAddFactor: false,
    },
    idempotencyKey: null,
    ip: '',
    signal,
    browser: noBrowser,
  };
  return { person: { userId, name, email }, call };
}

const noCookie = { read: () => null, write: () => undefined, clear: () => undefined };
const noBrowser: Call['browser'] = {
  host: '',
  userAgent: '',
  ifNoneMatch: '',
  isBrowser: false,
  refreshCookie: noCookie,
  deviceMark: noCookie,
  signOnCookie: noCookie,
  passkeySite: null,
};
