import { sql } from 'kysely';
import type { Db } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { search } from '#server/kit/db/search.ts';
import type { Actor } from '#server/kit/http/handle.ts';

export type Contact = { readonly id: number; readonly name: string; readonly email: string };

/** Most people that a choice offers. */
const mostChoices = 50;

/** The people of a customer who can work, by name. */
const peopleOf = (db: Db, customerId: number) =>
  db
    .selectFrom('app_user')
    .select(['id', 'name', 'email'])
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id');

/** The first person of a customer, by name, who gets its support tickets. */
export const ticketContact = (db: Db, customerId: number): Promise<Contact | undefined> =>
  peopleOf(db, customerId).where(sql<boolean>`alerts -> 'tickets' = 'true'`).limit(1).executeTakeFirst();

/** A person of a customer by their number. */
export const contactOf = (db: Db, customerId: number, id: number): Promise<Contact | undefined> =>
  peopleOf(db, customerId).where('id', '=', id).executeTakeFirst();

/** The first people of a customer whose names contain the text. */
export const contactChoices = (db: Db, customerId: number, query: string): Promise<Contact[]> =>
  peopleOf(db, customerId)
    .where(sql<boolean>`${search([sql`name`], query)}`)
    .limit(mostChoices)
    .execute();

/** The caller's own email address: their account may belong to another customer than the one they work in. */
export async function emailOf(db: Db, { userId, customerId }: Pick<Actor, 'userId' | 'customerId'>): Promise<string | null> {
  const person = await withoutScope(db)
    .selectFrom('app_user')
    .select('email')
    .where('customer_id', '=', customerId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return person?.email ?? null;
}
