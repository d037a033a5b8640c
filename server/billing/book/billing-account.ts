import type { Terms } from '#domain/billing/period-lines.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { newestTerms, termsOfCustomer } from '#server/people/customers/subscription-terms.ts';
import type { Billed } from '../accounting/accounting.ts';

/** The billing of a customer. `history` are its terms in the order in which they hold. */
export type BillingAccount = {
  readonly startOn: string;
  readonly suspendedFrom: 'active' | 'trial' | null;
  readonly added: number;
  readonly history: readonly Terms[];
};

/** The billing of a customer as it is stored; before it starts, as it would be from today on. */
export async function readAccount(db: Db | Tx, billed: Billed, now: Date): Promise<BillingAccount> {
  const stored = await db.selectFrom('billing_account').selectAll().where('customer_id', '=', billed.id).executeTakeFirst();
  if (!stored) {
    const terms = await termsOfCustomer(db, await customerRow(db, billed.id), billed.today, now);
    return { startOn: billed.today, suspendedFrom: null, added: 0, history: [shown(terms)] };
  }
  const rows = await db
    .selectFrom('subscription_terms')
    .selectAll()
    .where('customer_id', '=', billed.id)
    .orderBy('from_on')
    .orderBy('id')
    .execute();
  const { start_on: startOn, suspended_from: suspendedFrom, added_licenses: added } = stored;
  return { startOn, suspendedFrom, added, history: rows.map(shown) };
}

/** Starts the billing of a customer today, if it has not started. Its row must be locked. */
export async function startAccount(tx: Tx, billed: Billed, now: Date): Promise<void> {
  const added = await tx
    .insertInto('billing_account')
    .values({ customer_id: billed.id, start_on: billed.today, suspended_from: null, added_licenses: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('customer_id')
    .executeTakeFirst();
  if (!added) return;
  const terms = await termsOfCustomer(tx, await customerRow(tx, billed.id), billed.today, now);
  await tx.insertInto('subscription_terms').values(terms).execute();
}

/** Sets agreed prices from today on. The billing of the customer has started. */
export async function agreePrices(
  tx: Tx,
  billed: Billed,
  prices: { readonly month_cents: number; readonly connection_cents: number; readonly user_cents: number },
  now: Date,
): Promise<void> {
  const last = await newestTerms(tx, billed.id);
  if (!last) throw new Error('the billing of the customer has not started');
  const { id: _id, ...terms } = last;
  await tx
    .insertInto('subscription_terms')
    .values({ ...terms, ...prices, from_on: billed.today, made_at: now })
    .execute();
}

const customerRow = (db: Db | Tx, customerId: number) =>
  db
    .selectFrom('customer')
    .select(['id', 'plan_id', 'agents_included', 'user_licenses_limit'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();

type Row = {
  readonly from_on: string;
  readonly plan_name: string;
  readonly month_cents: number;
  readonly connections: number;
  readonly connection_cents: number;
  readonly users: number;
  readonly user_cents: number;
};

const shown = (row: Row): Terms => ({
  fromOn: row.from_on,
  plan: row.plan_name,
  monthCents: row.month_cents,
  connections: row.connections,
  connectionCents: row.connection_cents,
  users: row.users,
  userCents: row.user_cents,
});
