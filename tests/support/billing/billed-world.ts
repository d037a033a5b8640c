import { randomUUID } from 'node:crypto';
import { addBillingContact } from '#contract/billing/contacts.ts';
import { type addLedgerEntry, makeDrafts, readCustomerBilling, sendDraft } from '#contract/billing/ledger.ts';
import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import { startTestService, type TestService } from '../test-service.ts';

/** A billing contact without the rest of an address. */
export const aContact = {
  isPrimary: true,
  firstName: 'Ann',
  lastName: 'Reyes',
  company: 'North Staffing',
  address: '',
  city: '',
  state: '',
  zip: '',
  phone: '',
  email: 'ann+bills@agency.health',
};

const dayMs = 86_400_000;

/** A service on which the billing of North began on 31 January 2026, with the plan Team: $600.00 a month. */
export async function startBilled() {
  const service = await startTestService({ at: new Date('2026-01-31T18:00:00Z') });
  const { north } = service.people;
  const admin = await service.signIn('administrator');
  const plan = { plan_id: 2, agents_included: 15, user_licenses_limit: 25 };
  await service.services.db.updateTable('customer').set(plan).where('provider', '=', false).execute();
  await service.call(makeDrafts, { cust: north }, admin);
  return { service, north, admin };
}

/** Lets days pass. Sessions of before are too old then, so sign in again. */
export const daysPass = (service: TestService, days: number): void => service.advance(days * dayMs);

/** Adds a contact, lets a period end and sends its invoice. Returns the invoice and a new token of the administrator. */
export async function sendFirst(service: TestService, customerId: number) {
  const token = await service.signIn('administrator');
  await service.call(addBillingContact, { cust: customerId, ...aContact }, token);
  daysPass(service, 28);
  const admin = await service.signIn('administrator');
  await service.call(makeDrafts, { cust: customerId }, admin);
  const [draft] = (await service.call(readCustomerBilling, { cust: customerId }, admin)).invoices;
  const invoiceId = draft?.id ?? 0;
  await service.call(sendDraft, { cust: customerId, invoiceId }, admin);
  return { admin, invoiceId };
}

type Entry = SentArgsOf<typeof addLedgerEntry>;

/** A payment of $100.00, as staff add it, or another entry. */
export const anEntry = (cust: number, invoiceId: number, over: Partial<Entry> = {}): Entry => ({
  cust,
  invoiceId,
  kind: 'payment',
  amount: 100,
  key: randomUUID(),
  ...over,
});
