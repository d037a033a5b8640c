import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccountingClient,
  listAccountingClients,
  pickAccountingClient,
  readAccounting,
  refreshAccountingClients,
} from '#contract/billing/accounting-clients.ts';
import { listInvoices, listPayments, payOnPage, readInvoicePage } from '#contract/billing/invoices.ts';
import { addLedgerEntry, readCustomerBilling, suspendCustomer } from '#contract/billing/ledger.ts';
import { getCustomer } from '#contract/people/account.ts';
import { outstandingOf } from '#server/demo/freshbooks/freshbooks-state.ts';
import { anEntry, daysPass, sendFirst, startBilled } from '#tests/support/billing/billed-world.ts';
import { authorizeAgain, connectFreshBooks, mirror, saveApp, startFreshBooks } from '#tests/support/billing/freshbooks-world.ts';
import type { TestService } from '#tests/support/test-service.ts';
import { keepBilling } from '../billing-jobs.ts';

let service: TestService;
let freshBooks: Awaited<ReturnType<typeof startFreshBooks>>;
let admin: string;
let chief: string;
let north = 0;
let invoiceId = 0;

beforeAll(async () => {
  ({ service, north } = await startBilled());
  ({ invoiceId } = await sendFirst(service, north));
  freshBooks = await startFreshBooks(service);
  await saveApp(service, freshBooks.url);
});
beforeEach(async () => {
  [admin, chief] = await Promise.all([service.signIn('administrator'), service.signIn('chief')]);
});
afterAll(async () => {
  await freshBooks.close();
  await service.close();
});

const books = () => freshBooks.double.state;
const theirs = () => {
  const [invoice] = books().invoices;
  if (!invoice) throw new Error('there is no invoice');
  return invoice;
};
const ours = async () =>
  (await service.call(readCustomerBilling, { cust: north }, admin)).invoices.find(({ id }) => id === invoiceId);

describe('clients', () => {
  test('without an authorization nothing is asked for, and the remedy is named', async () => {
    expect(await mirror(service)).toBe(0);
    const { status, body } = await service.send(addAccountingClient, { cust: north }, admin);
    expect([status, body]).toMatchObject([400, { fields: { cust: expect.stringContaining('Authorize it') } }]);
    expect((await service.send(refreshAccountingClients, {}, admin)).body).toMatchObject({
      fields: { clients: expect.stringContaining('not authorized') },
    });
    expect((await service.send(pickAccountingClient, { cust: north, extId: '5' }, admin)).status).toBe(400);
    expect(await service.call(listAccountingClients, {}, admin)).toEqual({ readAt: null, clients: [] });
    await connectFreshBooks(service, freshBooks);
  });

  test('a client is created with the customer’s reference and its billing contact, and linked', async () => {
    const { extId } = await service.call(addAccountingClient, { cust: north }, admin);
    expect(books().clients).toMatchObject([
      {
        id: Number(extId),
        fname: 'Ann',
        email: 'ann+bills@agency.health',
        note: expect.stringMatching(/jobdock-[0-9a-f]{6}-c\d+\.\d+$/),
      },
    ]);
    const twice = await service.send(addAccountingClient, { cust: north }, admin);
    expect(twice.body).toMatchObject({ fields: { cust: expect.stringContaining('linked to a client already') } });
    const { clients } = await service.call(refreshAccountingClients, {}, admin);
    expect(clients).toMatchObject([{ id: extId, customerId: north }]);
    expect(await service.call(readAccounting, { cust: north }, admin)).toMatchObject({ isConnected: true, extId, problems: [] });
  });

  test('unlinked and created again, the same client is taken', async () => {
    const { extId } = await service.call(readAccounting, { cust: north }, admin);
    await service.call(pickAccountingClient, { cust: north, extId: '' }, admin);
    expect(await service.call(addAccountingClient, { cust: north }, admin)).toMatchObject({ extId });
    expect(books().clients).toHaveLength(1);
  });

  test('only a client of the list can be picked, and by one customer', async () => {
    const { south } = service.people;
    const { extId } = await service.call(readAccounting, { cust: north }, admin);
    const refused = async (cust: number, id: string) =>
      ((await service.send(pickAccountingClient, { cust, extId: id }, admin)).body as { fields: { extId: string } }).fields.extId;
    expect(await refused(south, '99')).toContain('no such client');
    expect(await refused(south, extId)).toContain('is linked to this client already');
    expect(await refused(south, 'x')).toBe('Choose a client of the list');
    expect((await service.send(pickAccountingClient, { cust: 999_999, extId }, admin)).status).toBe(404);
    // What is linked is saved without another line.
    expect(await service.call(pickAccountingClient, { cust: north, extId }, admin)).toMatchObject({ extId });
  });

  test('a refusal, in either form with status 200, is shown and can be tried again', async () => {
    const { south } = service.people;
    for (const fault of ['refused', 'refusedNew'] as const) {
      freshBooks.double.faults.push(fault);
      const { body } = await service.send(addAccountingClient, { cust: south }, admin);
      expect(body).toMatchObject({ fields: { cust: expect.stringContaining('FreshBooks says:') } });
    }
    expect((await service.call(readAccounting, { cust: south }, admin)).problems[0]).toContain('This is not allowed.');
    expect(books().clients).toHaveLength(1);
  });
});

describe('invoices and payments', () => {
  test('an open invoice is mirrored to the cent, sent, and paid on its page there', async () => {
    await mirror(service, 3);
    expect(books().invoices).toMatchObject([{ cents: 60_000, isDraft: false, invoice_number: `${north}-0001` }]);
    const { payLink } = await service.call(listInvoices, { cust: 'me', all: 0 }, chief);
    expect(payLink).toBe(`${freshBooks.url}/link/${theirs().key}`);
    const page = await fetch(payLink, { method: 'POST' });
    expect(await page.text()).toContain('Paid. Thank you.');
    await mirror(service, 3);
    expect(await ours()).toMatchObject({ open: '0.00', entries: [{ kind: 'payment', amount: '600.00', by: 'FreshBooks' }] });
    const { payments } = await service.call(listPayments, { cust: 'me', link: 'all' }, chief);
    expect(payments).toMatchObject([{ amount: '600.00', reference: expect.stringMatching(/^FreshBooks payment \d+$/) }]);
    expect(await service.call(readAccounting, { cust: north }, admin)).toMatchObject({ mirrored: 2, waiting: 0, problems: [] });
  });

  test('a payment that is deleted there is void here; one that is void here is deleted there', async () => {
    const [payment] = books().payments;
    if (!payment) throw new Error('there is no payment');
    payment.vis_state = 1;
    payment.updated = books().now();
    await mirror(service, 2);
    expect(await ours()).toMatchObject({ open: '600.00', entries: [{ isVoid: true }, { kind: 'void' }] });
    const again = freshBooks.double.pay(theirs().id, 25_000);
    await mirror(service, 2);
    const entry = (await ours())?.entries.at(-1);
    expect(entry).toMatchObject({ amount: '250.00' });
    const takeBack = anEntry(north, invoiceId, { kind: 'void', amount: undefined, voids: entry?.id ?? 0 });
    await service.call(addLedgerEntry, takeBack, admin);
    await mirror(service, 2);
    expect(books().payments.find(({ id }) => id === again)?.vis_state).toBe(1);
    expect(outstandingOf(books(), theirs())).toBe(60_000);
  });

  test('a check that staff enter is there, once, and does not come back', async () => {
    await service.call(addLedgerEntry, anEntry(north, invoiceId, { amount: 200, reference: 'Check 1042' }), admin);
    await mirror(service, 3);
    expect(books().payments.filter(({ vis_state }) => vis_state === 0)).toMatchObject([{ cents: 20_000, type: 'Check' }]);
    expect((await ours())?.open).toBe('400.00');
    await mirror(service, 2);
    expect((await ours())?.open).toBe('400.00');
  });

  test('more than is open, and an amount that was changed, are for a person to look at', async () => {
    // Both pay at the same time: FreshBooks takes 400, while 100 more were entered here.
    freshBooks.double.pay(theirs().id, 40_000);
    await service.call(addLedgerEntry, anEntry(north, invoiceId, { amount: 100 }), admin);
    await mirror(service, 3);
    const { problems } = await service.call(readAccounting, { cust: north }, admin);
    expect(problems).toMatchObject([expect.stringMatching(/payment of \$400\.00 .* did not take\. \$300\.00 is open/)]);
    expect((await ours())?.open).toBe('300.00');
    const events = await service.services.db.selectFrom('error_event').select(['code', 'words']).where('code', '=', 27).execute();
    expect(events.filter(({ words }) => words.includes('$400.00'))).toHaveLength(1);
  });

  test('the page of the invoice leads to FreshBooks and takes no second payment', async () => {
    const { services } = service;
    await services.db.updateTable('customer').set({ settings: '{"demo":true}' }).where('id', '=', north).execute();
    const { invoices, payLink } = await service.call(listInvoices, { cust: 'me', all: 0 }, chief);
    const token = new URL(invoices[0]?.viewLink ?? '').pathname.split('/').at(-1) ?? '';
    expect((await service.send(readInvoicePage, { token })).body).toContain(payLink);
    const paid = await service.send(payOnPage, { token, amount: '300.00' });
    expect(paid.body).toMatchObject({ fields: { token: 'Pay this invoice at FreshBooks: open its page again.' } });
  });

  test('a customer that billing suspended works again when its payment arrives', async () => {
    daysPass(service, 40);
    admin = await service.signIn('administrator');
    // The sign-in at FreshBooks holds on: it was renewed in time before, and is authorized again after so long.
    await authorizeAgain(service, freshBooks.double, admin);
    await keepBilling(service.services, new AbortController().signal);
    await service.call(suspendCustomer, { cust: north, isSuspended: true }, admin);
    const late = books().payments.find(({ cents }) => cents === 40_000);
    if (late) [late.vis_state, late.updated] = [1, books().now()];
    freshBooks.double.pay(theirs().id, 30_000);
    await mirror(service, 3);
    expect((await ours())?.open).toBe('0.00');
    expect(await service.call(readAccounting, { cust: north }, admin)).toMatchObject({ problems: [] });
    expect(await service.call(getCustomer, { cust: north }, admin)).toMatchObject({ status: 'active', isPastDue: false });
  });

  test('a customer without the right reads none of it', async () => {
    for (const [call, args] of [
      [listAccountingClients, {}],
      [readAccounting, { cust: north }],
      [addAccountingClient, { cust: north }],
    ] as const)
      expect((await service.send(call, args, chief)).status).toBe(403);
  });
});
