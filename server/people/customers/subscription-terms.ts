import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { BillingTables } from '#server/kit/db/tables/billing-tables.ts';
import type { PeopleTables } from '#server/kit/db/tables/people-tables.ts';

type Customer = Pick<Selectable<PeopleTables['customer']>, 'id' | 'plan_id' | 'agents_included' | 'user_licenses_limit'>;
type NewTerms = Insertable<BillingTables['subscription_terms']>;
type Kept = Selectable<BillingTables['subscription_terms']>;

/** The newest terms of a customer; undefined before its billing starts. */
export const newestTerms = (db: Db | Tx, customerId: number): Promise<Kept | undefined> =>
  db
    .selectFrom('subscription_terms')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('from_on', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * What a customer subscribes to as it is stored now, from a day on. Prices that were agreed stay as long as the plan is the same; without
 * any, and with another plan, they are the list prices.
 */
export async function termsOfCustomer(db: Db | Tx, customer: Customer, fromOn: string, now: Date): Promise<NewTerms> {
  const last = await newestTerms(db, customer.id);
  const plan =
    customer.plan_id === null
      ? undefined
      : await db.selectFrom('plan').selectAll().where('id', '=', customer.plan_id).executeTakeFirst();
  const agreed = last !== undefined && last.plan_id === customer.plan_id ? last : plan;
  return {
    customer_id: customer.id,
    from_on: fromOn,
    plan_id: customer.plan_id,
    plan_name: plan?.name ?? '',
    month_cents: agreed?.month_cents ?? 0,
    connections: plan ? Math.max(0, customer.agents_included - plan.agents_included) : 0,
    connection_cents: agreed?.connection_cents ?? 0,
    users: plan ? Math.max(0, customer.user_licenses_limit - plan.user_licenses_limit) : 0,
    user_cents: agreed?.user_cents ?? 0,
    made_at: now,
  };
}

/** Keeps what a changed account subscribes to from today on, if its billing has started. Call it after the change, with its row locked. */
export async function keepTerms(tx: Tx, customerId: number, today: string, now: Date): Promise<void> {
  const last = await newestTerms(tx, customerId);
  if (!last) return;
  const customer = await tx
    .selectFrom('customer')
    .select(['id', 'plan_id', 'agents_included', 'user_licenses_limit'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const next = await termsOfCustomer(tx, customer, today, now);
  const isSame = next.plan_id === last.plan_id && next.connections === last.connections && next.users === last.users;
  if (!isSame) await tx.insertInto('subscription_terms').values(next).execute();
}
