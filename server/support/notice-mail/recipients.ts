import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Audience } from '#contract/support/audience.ts';
import type { Counted, MailType } from '#contract/support/notice-mail.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { addressedCustomers } from '../notices/audience-facts.ts';

/** A person as pair of customer and person. */
export type Recipient = readonly [customerId: number, userId: number];

/** The alert in a person’s profile that each type of email goes to. */
const alertOf: Readonly<Record<MailType, string>> = { 1: 'collection', 2: 'billing', 3: 'system' };

/** People of customers who may sign in and have the alert of this type. `db` must reach the customers. */
export const subscribers = (db: Db | Tx, type: MailType, customers: readonly number[]) =>
  db
    .selectFrom('app_user')
    .where('customer_id', 'in', customers)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`alerts ->> ${alertOf[type]} = 'true'`);

/** Everyone who gets an email now, by customer and person. */
export async function recipientsOf(db: Db | Tx, audience: Audience, type: MailType): Promise<Recipient[]> {
  const customers = await addressedCustomers(db, audience);
  if (customers.length === 0) return [];
  const people = await subscribers(db, type, customers)
    .select(['customer_id', 'id'])
    .orderBy('customer_id')
    .orderBy('id')
    .execute();
  return people.map(({ customer_id: customerId, id }) => [customerId, id]);
}

/** How many these are, with a token that identifies exactly these people. */
export const countedOf = (recipients: readonly Recipient[]): Counted => ({
  customers: new Set(recipients.map(([customerId]) => customerId)).size,
  people: recipients.length,
  token: createHash('sha256').update(JSON.stringify(recipients)).digest('base64url').slice(0, 22),
});
