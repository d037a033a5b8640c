import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addBillingContact } from '#contract/billing/contacts.ts';
import { listInvoices, listPayments } from '#contract/billing/invoices.ts';
import {
  addLedgerEntry,
  discardDraft,
  makeDrafts,
  readCustomerBilling,
  saveTerms,
  sendDraft,
  suspendCustomer,
} from '#contract/billing/ledger.ts';
import { messages } from '#contract/kit/messages.ts';
import { saveCustomer } from '#contract/people/account.ts';
import { aContact, anEntry, daysPass, sendFirst, startBilled } from '#tests/support/billing/billed-world.ts';
import { textsOfPdf } from '#tests/support/billing/read-pdf.ts';
import type { TestService } from '#tests/support/test-service.ts';
import { keepBilling } from '../billing-jobs.ts';

let service: TestService;
let admin: string;
let north = 0;
beforeAll(async () => {
  ({ service, admin, north } = await startBilled());
});
afterAll(() => service.close());

const billing = () => service.call(readCustomerBilling, { cust: north }, admin);
const runJob = () => keepBilling(service.services, new AbortController().signal);
const invalid = (fields: Record<string, unknown>) => ({ status: 400, body: { kind: 'invalid', fields } });

describe('drafts', () => {
  test('are made once a period is over, by the service or by hand, and once only', async () => {
    expect(await service.call(makeDrafts, { cust: north }, admin)).toMatchObject({ made: 0 });
    await service.call(saveCustomer, { id: north, connections: 17 }, admin);
    daysPass(service, 27);
    await runJob();
    admin = await service.signIn('administrator');
    expect((await billing()).invoices).toEqual([]);
    daysPass(service, 1);
    admin = await service.signIn('administrator');
    await runJob();
    await runJob();
    expect(await service.call(makeDrafts, { cust: north }, admin)).toMatchObject({ made: 0 });
    const { invoices, startOn, terms } = await billing();
    expect(startOn).toBe('2026-01-31');
    expect(terms).toMatchObject({ plan: 'Team', monthPrice: '600.00', connections: 2, connectionPrice: '45.00' });
    expect(invoices).toMatchObject([
      {
        state: 'draft',
        number: '',
        fromOn: '2026-01-31',
        untilOn: '2026-02-28',
        total: '690.00',
        open: '690.00',
        lines: [
          { text: 'Plan Team', amount: '600.00' },
          { text: 'Added VMS connections', quantity: 2, unitPrice: '45.00', amount: '90.00' },
        ],
      },
    ]);
  });

  test('need a billing contact and a printable name to be sent, and take no entries', async () => {
    const [draft] = (await billing()).invoices;
    const invoiceId = draft?.id ?? 0;
    expect(await service.send(sendDraft, { cust: north, invoiceId }, admin)).toMatchObject(
      invalid({ email: 'The customer has no billing contact: add one, so that the invoice arrives.' }),
    );
    await service.call(addBillingContact, { cust: north, ...aContact }, admin);
    await service.services.db.updateTable('customer').set({ name: '北方 Staffing' }).where('id', '=', north).execute();
    expect(await service.send(sendDraft, { cust: north, invoiceId }, admin)).toMatchObject(
      invalid({
        cust: 'The name of the customer has letters that an invoice cannot print: 北 方. Write it in Latin, Greek or Cyrillic letters.',
      }),
    );
    await service.services.db.updateTable('customer').set({ name: 'North Staffing' }).where('id', '=', north).execute();
    expect(await service.send(addLedgerEntry, anEntry(north, invoiceId), admin)).toMatchObject(
      invalid({ invoiceId: 'Only a sent invoice takes payments, credits and voids.' }),
    );
    expect(await service.send(sendDraft, { cust: north, invoiceId: 999 }, admin)).toMatchObject({ status: 404 });
    expect(await service.send(sendDraft, { cust: service.people.south, invoiceId }, admin)).toMatchObject({ status: 404 });
  });

  test('are sent with number, due day and PDF, once', async () => {
    const [draft] = (await billing()).invoices;
    const invoiceId = draft?.id ?? 0;
    await service.call(sendDraft, { cust: north, invoiceId }, admin);
    expect((await billing()).invoices).toMatchObject([
      { state: 'sent', number: `${north}-0001`, createdOn: '2026-02-28', dueOn: '2026-03-28', open: '690.00', isPastDue: false },
    ]);
    expect(await service.send(sendDraft, { cust: north, invoiceId }, admin)).toMatchObject(
      invalid({ invoiceId: 'This invoice is sent already: reload the list.' }),
    );
    const mails = await service.services.db.selectFrom('mail').selectAll().where('customer_id', '=', north).execute();
    expect(mails).toMatchObject([
      { to_address: 'ann+bills@agency.health', subject: `Invoice ${north}-0001 from Jobdock: $690.00 due Mar 28, 2026` },
    ]);
    const [file] = await service.services.db.selectFrom('mail_attachment').selectAll().execute();
    expect(file).toMatchObject({ name: `invoice-${north}-0001.pdf`, type: 'application/pdf' });
    const texts = await textsOfPdf(file?.content ?? new Uint8Array());
    for (const text of ['North Staffing', 'Mar 28, 2026', '$600.00', '$90.00', '$690.00', 'Jan 31, 2026 to Feb 27, 2026'])
      expect(texts.join(' ')).toContain(text);
  });

  test('may be discarded: the period is not billed, and no draft comes back', async () => {
    daysPass(service, 31);
    admin = await service.signIn('administrator');
    await runJob();
    const [draft, sent] = (await billing()).invoices;
    expect(draft).toMatchObject({ state: 'draft', fromOn: '2026-02-28', untilOn: '2026-03-31' });
    expect(await service.send(discardDraft, { cust: north, invoiceId: sent?.id ?? 0 }, admin)).toMatchObject(
      invalid({ invoiceId: 'Only a draft is discarded. Void a sent invoice.' }),
    );
    await service.call(discardDraft, { cust: north, invoiceId: draft?.id ?? 0 }, admin);
    await runJob();
    expect((await billing()).invoices.map(({ state, open }) => [state, open])).toEqual([
      ['discarded', '0.00'],
      ['sent', '690.00'],
    ]);
    expect(await service.send(discardDraft, { cust: north, invoiceId: 999 }, admin)).toMatchObject({ status: 404 });
  });

  test('customers on trial and the provider get none', async () => {
    const { db } = service.services;
    const { south, provider } = service.people;
    await db.updateTable('customer').set({ status: 'trial' }).where('id', '=', south).execute();
    for (const cust of [south, provider])
      expect(await service.call(makeDrafts, { cust }, admin)).toEqual({
        message: 'No period is over that has no invoice.',
        made: 0,
      });
    const billed = await db.selectFrom('billing_account').select('customer_id').orderBy('customer_id').execute();
    expect(billed.map(({ customer_id: id }) => id)).not.toContain(provider);
  });
});

describe('entries', () => {
  const id = async () => (await billing()).invoices.at(-1)?.id ?? 0;
  const open = async () => (await billing()).invoices.at(-1)?.open;

  test('before any payment, the list of payments says so', async () => {
    expect(await service.call(listPayments, { cust: north, link: 'all' }, admin)).toEqual({
      message: messages.noPayments,
      payments: [],
    });
  });

  test('bad amounts and days are refused, each with its field', async () => {
    const invoiceId = await id();
    const send = (over: object) => service.send(addLedgerEntry, { ...anEntry(north, invoiceId), ...over }, admin);
    expect(await send({ amount: 0.005 })).toMatchObject(invalid({ amount: 'Write an amount with at most two decimals' }));
    expect(await send({ amount: 0 })).toMatchObject(invalid({ amount: 'Write an amount above 0' }));
    expect(await send({ amount: undefined })).toMatchObject(invalid({ amount: 'Write an amount above 0.' }));
    expect(await send({ amount: 690.01 })).toMatchObject(invalid({ amount: '$690.00 is open: write that or less.' }));
    expect(await send({ onDay: '2026-12-31' })).toMatchObject(invalid({ onDay: 'Write today or an earlier day.' }));
    expect(await send({ onDay: '2026-02-30' })).toMatchObject(invalid({ onDay: 'The calendar has no such day' }));
    expect(await send({ invoiceId: 999 })).toMatchObject({ status: 404 });
    expect(await send({ cust: service.people.south })).toMatchObject({ status: 404 });
  });

  test('a payment counts once, however often its request arrives, also at once', async () => {
    const entry = anEntry(north, await id(), { amount: 400, reference: 'Check 1042', onDay: '2026-03-01' });
    const answers = await Promise.all([1, 2, 3].map(() => service.send(addLedgerEntry, entry, admin)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [200, { message: messages.saved, open: '290.00' }]),
    );
    expect(await open()).toBe('290.00');
    expect(await service.call(listPayments, { cust: north, link: 'all' }, admin)).toMatchObject({
      message: '',
      payments: [{ amount: '400.00', reference: 'Check 1042', onDay: '2026-03-01' }],
    });
  });

  test('a payment twice goes above the rest, and is refused, also when both arrive at once', async () => {
    const invoiceId = await id();
    const both = await Promise.all(
      [200, 200].map((amount) => service.send(addLedgerEntry, anEntry(north, invoiceId, { amount }), admin)),
    );
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
    expect(await open()).toBe('90.00');
  });

  test('a void takes a payment back, once, and the invoice is not voided before', async () => {
    const invoiceId = await id();
    const entries = (await billing()).invoices.at(-1)?.entries ?? [];
    const last = entries.at(-1)?.id ?? 0;
    const voidOf = (voids: number | null) =>
      service.send(addLedgerEntry, { cust: north, invoiceId, kind: 'void', voids, key: randomUUID() }, admin);
    expect(await voidOf(null)).toMatchObject(invalid({ kind: 'The invoice has payments: void these first.' }));
    expect(await voidOf(last)).toMatchObject({ status: 200, body: { open: '290.00' } });
    expect(await voidOf(last)).toMatchObject(invalid({ voids: 'This payment is void already.' }));
    expect(await voidOf(999)).toMatchObject(invalid({ voids: 'This invoice has no such payment or credit: reload the list.' }));
    await service.call(
      addLedgerEntry,
      anEntry(north, invoiceId, { kind: 'credit', amount: 90, reference: 'Outage in March' }),
      admin,
    );
    const summary = await service.call(listInvoices, { cust: north, all: 1 }, admin);
    expect(summary).toMatchObject({ invoiced: '690.00', outstanding: '200.00', payments: '400.00', lastAmount: '400.00' });
    expect((await billing()).invoices.at(-1)?.entries.map(({ kind, amount, isVoid }) => [kind, amount, isVoid])).toEqual([
      ['payment', '400.00', false],
      ['payment', '200.00', true],
      ['void', '200.00', false],
      ['credit', '90.00', false],
    ]);
  });

  test('nothing that was written is ever changed: entries have no other call, and the lines stay', async () => {
    const { invoices } = await billing();
    expect(invoices.at(-1)?.lines.map(({ amount }) => amount)).toEqual(['600.00', '90.00']);
  });
});

describe('agreed prices', () => {
  test('hold from today on and stay with the plan; another plan has its list prices', async () => {
    await service.call(saveTerms, { cust: north, monthPrice: 500.5, connectionPrice: 40, userPrice: 0 }, admin);
    expect((await billing()).terms).toMatchObject({ monthPrice: '500.50', connectionPrice: '40.00', userPrice: '0.00' });
    await service.call(saveCustomer, { id: north, connections: 18 }, admin);
    expect((await billing()).terms).toMatchObject({ monthPrice: '500.50', connections: 3 });
    await service.call(saveCustomer, { id: north, plan: 3 }, admin);
    expect((await billing()).terms).toMatchObject({ plan: 'Agency', monthPrice: '1500.00', connections: 0 });
    const bad = await service.send(saveTerms, { cust: north, monthPrice: 1.005, connectionPrice: 1, userPrice: -1 }, admin);
    expect(bad).toMatchObject(invalid({ monthPrice: 'Write a price with at most two decimals', userPrice: 'Write 0 or more' }));
    const provider = { cust: service.people.provider, monthPrice: 1, connectionPrice: 1, userPrice: 1 };
    expect(await service.send(saveTerms, provider, admin)).toMatchObject(invalid({ cust: 'The provider has no subscription.' }));
  });
});

test('only administrators work on the ledger', async () => {
  const chief = await service.signIn('chief');
  const invoiceId = 1;
  const calls = [
    service.send(readCustomerBilling, { cust: north }, chief),
    service.send(makeDrafts, { cust: north }, chief),
    service.send(sendDraft, { cust: north, invoiceId }, chief),
    service.send(discardDraft, { cust: north, invoiceId }, chief),
    service.send(addLedgerEntry, anEntry(north, invoiceId), chief),
    service.send(suspendCustomer, { cust: north, isSuspended: true }, chief),
    service.send(saveTerms, { cust: north, monthPrice: 1, connectionPrice: 1, userPrice: 1 }, chief),
  ];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 403));
});

test('a customer owes nothing after a void of its invoice', async () => {
  const other = await startBilled();
  const sent = await sendFirst(other.service, other.north);
  const entry = { cust: other.north, invoiceId: sent.invoiceId, kind: 'void', key: randomUUID() } as const;
  expect(await other.service.call(addLedgerEntry, entry, sent.admin)).toEqual({ message: messages.saved, open: '0.00' });
  expect(await other.service.call(listInvoices, { cust: other.north, all: 0 }, sent.admin)).toMatchObject({
    state: 'nothingDue',
    outstanding: '0.00',
    payments: '0.00',
  });
  await other.service.close();
});
