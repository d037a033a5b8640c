import { isOpen } from '#server/kit/db/at-work.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { SecretPlace } from '#server/kit/lib/secrets.ts';
import { mayExport } from '../customers/restorable.ts';

/** A customer's sign-on at its own provider. */
export type SignOnSettings = {
  readonly customerId: number;
  readonly issuer: string;
  readonly clientId: string;
  /** Changes with each save. */
  readonly updatedAt: string;
};

/** Where the client secret is stored. */
export const clientSecretOf = (customerId: number): SecretPlace => ({ customerId, owner: 'sign_on', field: 'client_secret' });

/** The sign-on of a customer that is not deleted. Undefined if it has none. */
export const signOnOf = async (db: Db | Tx, customerId: number): Promise<SignOnSettings | undefined> =>
  settingsIn(await rowOf(db, customerId).where('c.deleted_at', 'is', null).executeTakeFirst());

/** The sign-on of a customer that is closed, and whose devices may export unsent work. */
export const closedSignOnOf = async (db: Db, customerId: number, now: Date): Promise<SignOnSettings | undefined> =>
  settingsIn(await rowOf(db, customerId).where(mayExport('c', now)).executeTakeFirst());

const rowOf = (db: Db | Tx, customerId: number) =>
  db
    .selectFrom('sign_on as o')
    .innerJoin('customer as c', 'c.id', 'o.customer_id')
    .select(['o.customer_id', 'o.issuer', 'o.client_id', 'o.updated_at'])
    .where('o.customer_id', '=', customerId);

function settingsIn(row: Awaited<ReturnType<ReturnType<typeof rowOf>['executeTakeFirst']>>): SignOnSettings | undefined {
  return row && { customerId: row.customer_id, issuer: row.issuer, clientId: row.client_id, updatedAt: row.updated_at };
}

/** The customer whose sign-on a confirmed domain leads to. Undefined for every other domain. */
export function customerOfDomain(db: Db, domain: string) {
  return db
    .selectFrom('sign_on_domain as d')
    .innerJoin('sign_on as o', 'o.customer_id', 'd.customer_id')
    .innerJoin('customer as c', 'c.id', 'd.customer_id')
    .select(['c.id', 'c.name'])
    .where('d.domain', '=', domain)
    .where('d.confirmed_at', 'is not', null)
    .where(isOpen('c'))
    .executeTakeFirst();
}

/** Whether a domain is confirmed for this customer, whether or not that is open. */
export async function hasDomain(db: Db, customerId: number, domain: string): Promise<boolean> {
  const row = await db
    .selectFrom('sign_on_domain')
    .select('domain')
    .where('domain', '=', domain)
    .where('customer_id', '=', customerId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The domain of an email address, in lower case. Null if the text is no address. */
export function domainOf(email: string): string | null {
  const at = email.lastIndexOf('@');
  return at < 0
    ? null
    : email
        .slice(at + 1)
        .trim()
        .toLowerCase();
}
