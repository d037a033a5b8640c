import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccountingClient, pickAccountingClient, readAccounting } from '#contract/billing/accounting-clients.ts';
import { addBillingContact, removeBillingContact, saveBillingContact } from '#contract/billing/contacts.ts';
import { resendInvoice, resendInvoiceTo } from '#contract/billing/invoices.ts';
import {
  addLedgerEntry,
  discardDraft,
  makeDrafts,
  readCustomerBilling,
  saveTerms,
  sendDraft,
  suspendCustomer,
} from '#contract/billing/ledger.ts';
import { savePlanPrices } from '#contract/billing/plans.ts';
import { addLicenses } from '#contract/billing/subscription.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import {
  authorizeFreshBooks,
  chooseFreshBooksBusiness,
  reauthorizeFreshBooks,
  saveFreshBooks,
} from '#contract/system/freshbooks-settings.ts';
import { doubleBusiness, freshBooksDoubleAccess, newCode } from '#server/demo/freshbooks/freshbooks-state.ts';
import { routes } from '#server/routes.ts';
import { aContact, anEntry, daysPass, startBilled } from '#tests/support/billing/billed-world.ts';
import { startFreshBooks } from '#tests/support/billing/freshbooks-world.ts';
import type { TestService } from '#tests/support/test-service.ts';
import { changed, createLineReader, type LineReader } from './audit-lines.ts';
import { callsAboutBilling } from './audited-elsewhere.ts';

// As audit.pg.test.ts, for the calls about billing: each is made once, and its line read.
let service: TestService;
let reader: LineReader;
let admin: string;
let north = 0;
beforeAll(async () => {
  ({ service, admin, north } = await startBilled());
  reader = createLineReader(service);
});
afterAll(() => service.close());

const lineOf = (endpoint: Endpoint, args: Record<string, unknown>) => reader.lineOf(endpoint, args, admin);
const later = async (days: number) => {
  daysPass(service, days);
  admin = await service.signIn('administrator');
};

test('audit lines of billing contacts and licenses', async () => {
  const first = await lineOf(addBillingContact, { cust: north, ...aContact });
  expect(first).toMatchObject({ customer_id: north, object_kind: 'billingContact' });
  expect(changed(first)).toMatchObject({ fullName: [null, 'Ann Reyes'] });
  const second = await lineOf(addBillingContact, { cust: north, ...aContact, firstName: 'Bo', isPrimary: false });
  const id = Number(second.object_id);
  const saved = await lineOf(saveBillingContact, {
    cust: north,
    id,
    ...aContact,
    firstName: 'Bo',
    isPrimary: false,
    city: 'Reno',
  });
  expect(changed(saved)).toEqual({ city: ['', 'Reno'] });
  expect(await lineOf(removeBillingContact, { cust: north, id })).toMatchObject({ detail: { name: 'Bo Reyes' } });
  expect(await lineOf(addLicenses, { cust: north, n: 2 })).toMatchObject({
    object_kind: 'customer',
    detail: { licenses: 2, month: '90.00', changed: { agentsIncluded: [15, 17] } },
  });
});

test('audit lines of prices, drafts, invoices and entries', async () => {
  const prices = { cust: north, monthPrice: 500, connectionPrice: 45, userPrice: 12 };
  expect(changed(await lineOf(saveTerms, prices))).toEqual({ monthPrice: ['600.00', '500.00'] });
  await later(60);
  expect(await lineOf(makeDrafts, { cust: north })).toMatchObject({ object_id: String(north), detail: { made: 2 } });
  const [newer, older] = (await service.call(readCustomerBilling, { cust: north }, admin)).invoices;
  const invoiceId = older?.id ?? 0;
  const number = `${north}-0001`;
  expect(await lineOf(discardDraft, { cust: north, invoiceId: newer?.id ?? 0 })).toMatchObject({ object_kind: 'invoice' });
  expect(await lineOf(sendDraft, { cust: north, invoiceId })).toMatchObject({
    object_id: String(invoiceId),
    detail: { name: number, to: aContact.email, total: older?.total },
  });
  expect(await lineOf(resendInvoice, { cust: north, invoiceId })).toMatchObject({ detail: { name: number, to: aContact.email } });
  const other = { cust: north, invoiceId, email: 'a@b.example' };
  expect(await lineOf(resendInvoiceTo, other)).toMatchObject({ detail: { name: number, to: 'a@b.example' } });
  const entry = anEntry(north, invoiceId, { reference: 'Check 7' });
  expect(await lineOf(addLedgerEntry, entry)).toMatchObject({
    detail: { name: number, kind: 'payment', amount: '100.00', takesBack: false, reference: 'Check 7' },
  });
  // The same request again is the same entry, so it leaves no second line.
  await reader.linesOf(addLedgerEntry, () => service.send(addLedgerEntry, entry, admin), 200, 0);
  await later(40);
  expect(changed(await lineOf(suspendCustomer, { cust: north, isSuspended: true }))).toEqual({ status: ['active', 'suspended'] });
});

test('audit lines of plans, of FreshBooks, and of the client of a customer', async () => {
  const prices = { id: 3, monthPrice: 1600, connectionPrice: 40, userPrice: 10 };
  expect(await lineOf(savePlanPrices, prices)).toMatchObject({
    object_kind: 'setting',
    detail: { name: 'Agency', changed: { monthPrice: ['1500.00', '1600.00'] } },
  });
  const world = await startFreshBooks(service);
  const saved = await lineOf(saveFreshBooks, { freshBooks: freshBooksDoubleAccess });
  expect(saved).toMatchObject({ object_kind: 'setting', detail: { freshBooks: 'saved', secret: 'entered' } });
  expect(JSON.stringify(saved)).not.toContain(freshBooksDoubleAccess.clientSecret);
  await service.services.db.updateTable('freshbooks_access').set({ api_url: world.url, auth_url: world.url }).execute();
  const { authorizeUrl } = await service.call(reauthorizeFreshBooks, {}, admin);
  const state = new URL(authorizeUrl).searchParams.get('state');
  const authorized = await lineOf(authorizeFreshBooks, { code: newCode(world.double.state), state });
  expect(authorized).toMatchObject({ object_kind: 'setting', detail: { freshBooks: 'authorized' } });
  await service.services.db.updateTable('freshbooks_access').set({ account: null }).execute();
  const { account } = doubleBusiness;
  expect(await lineOf(chooseFreshBooksBusiness, { account })).toMatchObject({
    detail: { changed: { account: [null, account] } },
  });
  expect(await lineOf(addAccountingClient, { cust: north })).toMatchObject({ customer_id: north, object_id: String(north) });
  const { extId } = await service.call(readAccounting, { cust: north }, admin);
  expect(changed(await lineOf(pickAccountingClient, { cust: north, extId: '' }))).toEqual({ extId: [extId, ''] });
  await world.close();
});

test('every audited call about billing was made', () => {
  const audited = routes.filter(
    ({ endpoint, audit }) => callsAboutBilling.has(endpoint) && audit !== null && !audit.startsWith('none: '),
  );
  expect(audited.filter(({ endpoint }) => !reader.done.has(endpoint)).map(({ endpoint }) => endpoint.route)).toEqual([]);
});
