import { sql } from 'kysely';
import { rightIds } from '#contract/kit/rights.ts';
import type { Db, Tx } from '../db/connection.ts';

type User = { readonly customerId: number; readonly userId: number };

/** The people of a customer who may be keepers: active, with a password, and with the right to the sign-on's settings. */
export const mayKeepPassword = (db: Db | Tx, customerId: number) =>
  db
    .selectFrom('app_user as u')
    .innerJoin('role as r', 'r.id', 'u.role_id')
    .innerJoin('sign_in as s', (join) => join.onRef('s.customer_id', '=', 'u.customer_id').onRef('s.user_id', '=', 'u.id'))
    .select(['u.id', 'u.name'])
    .where('u.customer_id', '=', customerId)
    .where('u.disabled_at', 'is', null)
    .where('s.password_hash', 'is not', null)
    .where(sql<boolean>`(r.administrator or r.authorises_everything or ${rightIds['account.write']} = any(u.rights))`);

/**
 * Whether a person may sign in with a password of this service. A customer with sign-on at a provider of its own may have switched
 * passwords off: then they work for the keepers alone, or for everyone who could be one if no keeper is left, so that a customer
 * never locks itself out.
 */
export async function mayUsePassword(db: Db | Tx, { customerId, userId }: User): Promise<boolean> {
  const settings = await db
    .selectFrom('sign_on')
    .select('keepers')
    .where('customer_id', '=', customerId)
    .where('local_passwords', '=', false)
    .executeTakeFirst();
  if (!settings) return true;
  const able = (await mayKeepPassword(db, customerId).execute()).map(({ id }) => id);
  const keepers = able.filter((id) => settings.keepers.includes(id));
  return (keepers.length > 0 ? keepers : able).includes(userId);
}

/** Whether a person can sign in at a provider of their customer: it has one, and the domain of the address is confirmed. */
export async function hasSignOn(db: Db | Tx, { customerId, userId }: User): Promise<boolean> {
  const found = await db
    .selectFrom('sign_on as o')
    .innerJoin('sign_on_domain as d', 'd.customer_id', 'o.customer_id')
    .innerJoin('sign_in as s', 's.customer_id', 'o.customer_id')
    .select('o.customer_id')
    .where('o.customer_id', '=', customerId)
    .where('s.user_id', '=', userId)
    .where('d.confirmed_at', 'is not', null)
    .where(sql<boolean>`d.domain = split_part(s.email, '@', 2)`)
    .executeTakeFirst();
  return found !== undefined;
}
