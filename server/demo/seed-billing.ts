import { daysAfter, monthsAfter } from '#domain/billing/periods.ts';
import { lockBilled } from '#server/billing/accounting/billed.ts';
import { addEntry } from '#server/billing/book/add-entry.ts';
import { makeDraftsOf } from '#server/billing/book/drafts.ts';
import { ledgerOf } from '#server/billing/book/ledger-rows.ts';
import { refreshPastDue } from '#server/billing/book/past-due.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { termsOfCustomer } from '#server/people/customers/subscription-terms.ts';

type Story = {
  /** Whole months of invoices. */
  readonly months: number;
  /** Days since the last of these months ended. Invoices are due a month after their period. */
  readonly daysSince: number;
  /** How many invoices are paid, the oldest first. */
  readonly paid: number;
  readonly contact: { readonly firstName: string; readonly lastName: string; readonly email: string; readonly company: string };
};

/** Gives a customer of the demo some months of billing, once: sent invoices, payments and a billing contact. No email leaves. */
export async function seedBilling({ db, now }: Services, customerId: number, story: Story): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const billed = await lockBilled(tx, customerId, now());
    if (!billed || (await isBilled(tx, customerId))) return;
    const startOn = monthsAfter(daysAfter(billed.today, -story.daysSince), -story.months);
    const account = { customer_id: customerId, start_on: startOn, suspended_from: null, added_licenses: 0 };
    await tx.insertInto('billing_account').values(account).execute();
    const customer = await tx.selectFrom('customer').selectAll().where('id', '=', customerId).executeTakeFirstOrThrow();
    await tx
      .insertInto('subscription_terms')
      .values(await termsOfCustomer(tx, customer, startOn, now()))
      .execute();
    await addContact(tx, customerId, story.contact);
    await makeDraftsOf(tx, billed, now());
    const invoices = (await ledgerOf(tx, customerId)).reverse();
    for (const [at, { id, until_on: createdOn, total_cents: cents }] of invoices.entries()) {
      const number = `${customerId}-${String(at + 1).padStart(4, '0')}`;
      await tx
        .updateTable('invoice')
        .set({ state: 'sent', number, sent_at: now(), created_on: createdOn, due_on: monthsAfter(createdOn, 1) })
        .where('customer_id', '=', customerId)
        .where('id', '=', id)
        .execute();
      if (at >= story.paid) continue;
      const payment = {
        kind: 'payment',
        cents,
        voids: null,
        onDay: daysAfter(createdOn, 6),
        key: `demo ${id}`,
        by: 'Demo',
      } as const;
      await addEntry(tx, billed, id, { ...payment, reference: `Check ${1040 + at}` }, now());
    }
    await refreshPastDue(tx, billed, now());
  });
}

const isBilled = async (tx: Tx, customerId: number): Promise<boolean> =>
  (await tx.selectFrom('billing_account').select('customer_id').where('customer_id', '=', customerId).executeTakeFirst()) !==
  undefined;

async function addContact(tx: Tx, customerId: number, { firstName, lastName, email, company }: Story['contact']): Promise<void> {
  const place = { address: '12 Pier Road', city: 'Reno', state: 'NV', zip: '89501', phone: '(775) 555-0100' };
  const names = { first_name: firstName, last_name: lastName, email, company, is_primary: true };
  await tx
    .insertInto('billing_contact')
    .values({ customer_id: customerId, ...place, ...names })
    .execute();
}
