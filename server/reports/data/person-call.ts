import { UserPrefs } from '#contract/people/users.ts';
import { scopeTo, withoutScope } from '#server/kit/db/customer-scope.ts';
import { holderOf } from '#server/kit/http/actors.ts';
import type { Call, Services } from '#server/kit/http/handle.ts';

/** A person at a customer, for work that goes on without them. */
export type Person = { readonly userId: number; readonly name: string; readonly email: string };

/** A person's call, the customer that they belong to, which may be another one, and the zone of their own clock. */
export type PersonCall = { readonly person: Person; readonly call: Call; readonly home: number; readonly zone: string };

/**
 * A call of a person at a customer as they could make it now, for work in the background: with their rights of this moment and the rows of
 * that customer alone. It has no session and no browser. Null if the person is disabled, or no longer works at the customer.
 */
export async function callOfPerson(
  services: Services,
  { customerId, userId, signal }: { readonly customerId: number; readonly userId: number; readonly signal: AbortSignal },
): Promise<PersonCall | null> {
  const db = withoutScope(services.db);
  const holder = await holderOf(db, userId, customerId);
  if (!holder) return null;
  const { name, email, home, prefs } = await db
    .selectFrom('app_user')
    .select(['name', 'email', 'customer_id as home', 'prefs'])
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
  return { person: { userId, name, email }, call, home, zone: UserPrefs.parse(prefs).userTimezone };
}

/** The same call for a report about all customers: with the rows of all of them, where the person is an administrator. */
export function callAboutAll({ home, call }: PersonCall): Call {
  const { services, actor } = call;
  if (!actor.administrator) return call;
  // On their pages, days are those of the person's own clock.
  const at = { customerId: home, actorCustomerId: home };
  return { ...call, services: { ...services, db: scopeTo(services.db, 'all') }, actor: { ...actor, ...at } };
}

const noCookie = { read: () => null, write: () => undefined, clear: () => undefined };
const noBrowser: Call['browser'] = {
  host: '',
  userAgent: '',
  ifNoneMatch: '',
  header: () => '',
  isBrowser: false,
  refreshCookie: noCookie,
  deviceMark: noCookie,
  signOnCookie: noCookie,
  passkeySite: null,
};
