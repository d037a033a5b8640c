import type { Selectable } from 'kysely';
import {
  addBillingContact,
  type BillingContact,
  listBillingContacts,
  readBillingContact,
  removeBillingContact,
  saveBillingContact,
} from '#contract/billing/contacts.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { BillingTables } from '#server/kit/db/tables/billing-tables.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { lockBilled } from '../accounting/billed.ts';

const mostContacts = 50;

/** Who gets the invoices of a customer. Exactly one of them is the primary contact, as long as there is any. */
export const billingContactRoutes: Handler[] = [
  handle(listBillingContacts, async ({ cust }, { services: { db } }) => ok((await contactsOf(db, cust)).map(shown))),

  handle(readBillingContact, async ({ cust, id }, { services: { db } }) => {
    const row = (await contactsOf(db, cust)).find((one) => one.id === id);
    return row ? ok(shown(row)) : no(absent('billing contact', id));
  }),

  handle(addBillingContact, { audit: 'billing.contact.add' }, async ({ cust, ...sent }, { tx, services }) => {
    if (!(await lockBilled(tx, cust, services.now()))) return no({ kind: 'not_found' });
    const before = await contactsOf(tx, cust);
    if (before.length >= mostContacts)
      return no({
        kind: 'invalid',
        fields: { email: `A customer has at most ${mostContacts} billing contacts: remove one first.` },
      });
    const isPrimary = sent.isPrimary || before.length === 0;
    if (isPrimary) await clearPrimary(tx, cust);
    const row = await tx
      .insertInto('billing_contact')
      .values({ customer_id: cust, ...columnsOf({ ...sent, isPrimary }) })
      .returningAll()
      .executeTakeFirstOrThrow();
    const contact = shown(row);
    return done(
      { message: messages.saved, contact },
      { object: ['billingContact', row.id], changed: changesBetween(undefined, contact) },
    );
  }),

  handle(saveBillingContact, { audit: 'billing.contact.save' }, async ({ cust, id, ...sent }, { tx, services }) => {
    if (!(await lockBilled(tx, cust, services.now()))) return no({ kind: 'not_found' });
    const before = (await contactsOf(tx, cust)).find((one) => one.id === id);
    if (!before) return no(absent('billing contact', id));
    if (before.is_primary && !sent.isPrimary)
      return no({ kind: 'invalid', fields: { isPrimary: messages.primaryContactRequired } });
    if (sent.isPrimary && !before.is_primary) await clearPrimary(tx, cust);
    const row = await tx
      .updateTable('billing_contact')
      .set(columnsOf(sent))
      .where('customer_id', '=', cust)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const contact = shown(row);
    return done(
      { message: messages.saved, contact },
      { object: ['billingContact', id], changed: changesBetween(shown(before), contact) },
    );
  }),

  handle(removeBillingContact, { audit: 'billing.contact.remove' }, async ({ cust, id }, { tx, services }) => {
    if (!(await lockBilled(tx, cust, services.now()))) return no({ kind: 'not_found' });
    const row = (await contactsOf(tx, cust)).find((one) => one.id === id);
    if (!row) return no(absent('billing contact', id));
    if (row.is_primary) return no({ kind: 'invalid', fields: { id: messages.primaryContactRequired } });
    await tx.deleteFrom('billing_contact').where('customer_id', '=', cust).where('id', '=', id).execute();
    const contact = shown(row);
    return done({ message: messages.saved, contact }, { object: ['billingContact', id], facts: { name: contact.fullName } });
  }),
];

type Row = Selectable<BillingTables['billing_contact']>;

const contactsOf = (db: Db | Tx, customerId: number): Promise<Row[]> =>
  db
    .selectFrom('billing_contact')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('is_primary', 'desc')
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .execute();

const clearPrimary = (tx: Tx, customerId: number) =>
  tx.updateTable('billing_contact').set({ is_primary: false }).where('customer_id', '=', customerId).execute();

const columnsOf = (sent: Omit<BillingContact, 'id' | 'fullName'>) => ({
  is_primary: sent.isPrimary,
  first_name: sent.firstName,
  last_name: sent.lastName,
  company: sent.company,
  address: sent.address,
  city: sent.city,
  state: sent.state,
  zip: sent.zip,
  phone: sent.phone,
  email: sent.email,
});

const shown = (row: Row): BillingContact => ({
  id: row.id,
  isPrimary: row.is_primary,
  firstName: row.first_name,
  lastName: row.last_name,
  fullName: `${row.first_name} ${row.last_name}`,
  company: row.company,
  address: row.address,
  city: row.city,
  state: row.state,
  zip: row.zip,
  phone: row.phone,
  email: row.email,
});
