import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  downloadInvoice,
  downloadStatement,
  listInvoices,
  listPayments,
  payOnPage,
  readInvoicePage,
  resendInvoice,
  resendInvoiceTo,
} from '#contract/billing/invoices.ts';
import { addLedgerEntry, makeDrafts, readCustomerBilling, sendDraft } from '#contract/billing/ledger.ts';
import { messages } from '#contract/kit/messages.ts';
import { anEntry, daysPass, sendFirst, startBilled } from '#tests/support/billing/billed-world.ts';
import { textsOfPdf } from '#tests/support/billing/read-pdf.ts';
import type { TestService } from '#tests/support/test-service.ts';

let service: TestService;
let admin: string;
let chief: string;
let recruiter: string;
let north = 0;
let invoiceId = 0;
let number = '';
beforeAll(async () => {
  ({ service, north } = await startBilled());
  ({ admin, invoiceId } = await sendFirst(service, north));
  chief = await service.signIn('chief');
  recruiter = await service.signIn('recruiter');
  number = `${north}-0001`;
});
afterAll(() => service.close());

const invalid = (fields: Record<string, unknown>) => ({ status: 400, body: { kind: 'invalid', fields } });
const sentMails = async () =>
  (await service.services.db.selectFrom('mail').select('to_address').orderBy('id').execute()).map(({ to_address: to }) => to);

describe('the account', () => {
  test('has every documented field, and its invoices', async () => {
    const account = await service.call(listInvoices, { cust: 'me', all: 0 }, chief);
    expect(account).toEqual({
      state: 'current',
      payLink: '',
      lastAmount: null,
      invoiced: '600.00',
      outstanding: '600.00',
      pastDueAmount: '0.00',
      pastDueInvoices: [],
      payments: '0.00',
      aging: { notDue: '600.00', to30: '0.00', to60: '0.00', to90: '0.00', over90: '0.00' },
      payBy: '2026-03-28',
      lastPaidInvoice: '',
      lastPayment: null,
      off: false,
      invoices: [
        {
          id: invoiceId,
          number,
          createdOn: '2026-02-28',
          dueOn: '2026-03-28',
          outstanding: { amount: '600.00' },
          isPastDue: false,
          viewLink: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4180\/auth\/invoice\/\d+\.\d+-[\w-]{43}$/) as string,
          total: '600.00',
          fromOn: '2026-01-31',
          untilOn: '2026-02-28',
        },
      ],
    });
  });

  test('the provider has none, and says so', async () => {
    expect(await service.call(listInvoices, { cust: service.people.provider, all: 1 }, admin)).toMatchObject({
      off: true,
      invoices: [],
    });
  });

  test('is for people with the right, of their own customer; foreign ids are not found', async () => {
    expect(await service.send(listInvoices, { cust: 'me', all: 0 }, recruiter)).toMatchObject({
      status: 403,
      body: { needs: 'billing.read' },
    });
    const { south } = service.people;
    expect((await service.send(listInvoices, { cust: south, all: 0 }, chief)).status).toBe(404);
    expect((await service.send(listPayments, { cust: south, link: String(invoiceId) }, admin)).status).toBe(404);
    expect((await service.send(downloadInvoice, { cust: south, invoiceId }, admin)).status).toBe(404);
    expect((await service.send(resendInvoice, { cust: south, invoiceId }, admin)).status).toBe(400);
    expect((await service.send(resendInvoiceTo, { cust: south, invoiceId, email: 'a@b.example' }, admin)).status).toBe(404);
    expect(await service.send(listInvoices, { cust: 'me', all: 2 }, chief)).toMatchObject(invalid({ all: 'Write 0 or 1' }));
    expect(await service.send(listPayments, { cust: 'me', link: '-1' }, chief)).toMatchObject(
      invalid({ link: 'Write all, or the id of an invoice' }),
    );
  });
});

describe('sending an invoice again', () => {
  test('is a POST: the GET of the documents says so', async () => {
    const response = await service.app.inject({ url: `/api/invoice/resend/${north}/${invoiceId}` });
    expect([response.statusCode, response.headers['allow'], response.body]).toEqual([
      405,
      'POST',
      expect.stringContaining('Send this as POST') as string,
    ]);
  });

  test('goes to the primary contact, and two clicks send it once', async () => {
    const before = await sentMails();
    const answers = await Promise.all([1, 2].map(() => service.send(resendInvoice, { cust: 'me', invoiceId }, chief)));
    expect(answers.map(({ body }) => body)).toEqual(
      [1, 2].map(() => ({ message: `Invoice ${number} is on its way to ann+bills@agency.health` })),
    );
    expect((await sentMails()).slice(before.length)).toEqual(['ann+bills@agency.health']);
  });

  test('goes to people of the customer; only administrators choose any address', async () => {
    const before = await sentMails();
    const send = (email: string, token: string) => service.send(resendInvoiceTo, { cust: north, invoiceId, email }, token);
    expect((await send('recruiter@north.test', chief)).status).toBe(200);
    expect(await send('someone@else.example', chief)).toMatchObject(
      invalid({ email: 'Add this address as a billing contact first: invoices go to people you know.' }),
    );
    expect((await send('someone@else.example', admin)).status).toBe(200);
    expect((await sentMails()).slice(before.length)).toEqual(['recruiter@north.test', 'someone@else.example']);
    for (const email of ['no address', 'a@b.example\r\nBcc: c@d.example', 'a@b'])
      expect(await send(email, admin)).toMatchObject(invalid({ email: 'Write an email address such as ann@agency.com' }));
    expect((await send('recruiter@north.test', recruiter)).status).toBe(403);
    expect((await service.send(resendInvoiceTo, { cust: north, invoiceId: 999, email: 'a@b.example' }, admin)).status).toBe(404);
  });

  test('stops at 50 a day', async () => {
    const { db } = service.services;
    const mail = {
      customer_id: north,
      to_address: 'x@y.example',
      subject: 'x',
      text: 'x',
      at: service.services.now().toISOString(),
    };
    const rows = Array.from({ length: 50 }, (_, at) => ({ ...mail, cause: `invoice ${at} test` }));
    await db.insertInto('mail').values(rows).execute();
    expect(await service.send(resendInvoice, { cust: north, invoiceId }, chief)).toMatchObject(
      invalid({ email: '50 invoices left within 24 hours: send more tomorrow.' }),
    );
    await db.deleteFrom('mail').where('cause', 'like', '%test').execute();
  });

  test('needs a primary contact', async () => {
    const contact = await service.services.db.deleteFrom('billing_contact').returningAll().executeTakeFirstOrThrow();
    expect(await service.send(resendInvoice, { cust: north, invoiceId }, chief)).toMatchObject(
      invalid({ email: messages.primaryContactRequired }),
    );
    await service.services.db.insertInto('billing_contact').values(contact).execute();
  });
});

describe('files', () => {
  const bytesOf = ({ response }: { response: { rawPayload: Buffer } }) => Uint8Array.from(response.rawPayload);

  test('an invoice is a PDF with its numbers; a draft only for administrators', async () => {
    const file = await service.send(downloadInvoice, { cust: 'me', invoiceId }, chief);
    expect(file.response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': expect.stringContaining(`invoice-${number}.pdf`) as string,
    });
    expect((await textsOfPdf(bytesOf(file))).join(' ')).toMatch(
      /Invoice .*North Staffing.*Plan Team.*\$600\.00.*Open.*\$600\.00/,
    );
    daysPass(service, 31);
    admin = await service.signIn('administrator');
    chief = await service.signIn('chief');
    await service.call(makeDrafts, { cust: north }, admin);
    const [draft] = (await service.call(readCustomerBilling, { cust: north }, admin)).invoices;
    const asked = { cust: north, invoiceId: draft?.id ?? 0 };
    expect((await service.send(downloadInvoice, asked, chief)).status).toBe(404);
    const ofDraft = await service.send(downloadInvoice, asked, admin);
    expect((await textsOfPdf(bytesOf(ofDraft))).join(' ')).toMatch(/^Draft of an invoice/);
    await service.call(sendDraft, asked, admin);
  });

  test('a statement has every invoice and the figures of the account', async () => {
    await service.call(addLedgerEntry, anEntry(north, invoiceId, { amount: 600 }), admin);
    const file = await service.send(downloadStatement, { cust: 'me', all: 1 }, chief);
    const text = (await textsOfPdf(bytesOf(file))).join(' ');
    expect(text).toMatch(/Invoiced in all \$1,200\.00 Paid in all \$600\.00 Open \$600\.00 Past due \$0\.00/);
    expect(text).toMatch(new RegExp(`${north}-0002 .*New \\$600\\.00 \\$600\\.00.*${number} .*Paid \\$600\\.00 \\$0\\.00`));
    expect(text).toContain('All invoices');
  });

  test('the list covers the last year, or all', async () => {
    daysPass(service, 340);
    chief = await service.signIn('chief');
    const numbers = async (all: number) =>
      (await service.call(listInvoices, { cust: 'me', all }, chief)).invoices.map((one) => one.number);
    expect(await numbers(0)).toEqual([`${north}-0002`]);
    expect(await numbers(1)).toEqual([`${north}-0002`, number]);
    const text = (await textsOfPdf(bytesOf(await service.send(downloadStatement, { cust: 'me', all: 0 }, chief)))).join(' ');
    expect(text).toContain('Invoices of the last year');
    expect(text).not.toContain(number);
  });

  test('names that the font cannot print are refused by letter', async () => {
    const { db } = service.services;
    await db.updateTable('customer').set({ name: 'North 株式' }).where('id', '=', north).execute();
    for (const asked of [
      await service.send(downloadStatement, { cust: 'me', all: 1 }, chief),
      await service.send(downloadInvoice, { cust: 'me', invoiceId }, chief),
      await service.send(resendInvoice, { cust: 'me', invoiceId }, chief),
    ])
      expect(asked).toMatchObject(invalid({ cust: expect.stringContaining('cannot print: 株 式.') as string }));
    await db.updateTable('customer').set({ name: 'Ωmega Žluťoučký Ёлка' }).where('id', '=', north).execute();
    const file = await service.send(downloadStatement, { cust: 'me', all: 1 }, chief);
    expect((await textsOfPdf(bytesOf(file))).join(' ')).toContain('Ωmega Žluťoučký Ёлка');
    await db.updateTable('customer').set({ name: 'North Staffing' }).where('id', '=', north).execute();
  });
});

describe('the page of an invoice', () => {
  const tokenOf = async (which: number) => {
    const { invoices } = await service.call(listInvoices, { cust: 'me', all: 1 }, chief);
    return new URL(invoices[which]?.viewLink ?? '').pathname.split('/').at(-1) ?? '';
  };

  test('opens with its key alone, and with nothing else', async () => {
    const token = await tokenOf(0);
    const shown = await service.send(readInvoicePage, { token });
    expect([shown.status, shown.response.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(shown.response.body).toContain(`<h1>Invoice ${north}-0002</h1>`);
    expect(shown.response.body).toContain('Past Due');
    expect(shown.response.body).not.toContain('<form');
    for (const wrong of [
      `${token}x`,
      `${service.people.south}.${token.split('.')[1] ?? ''}`,
      'x',
      '1.1',
      token.replace(/\.(\d+)-/, (_, id) => `.${Number(id) + 1}-`),
    ])
      expect((await service.send(readInvoicePage, { token: wrong })).status).toBe(404);
  });

  test('takes no payment outside the demo', async () => {
    expect(await service.send(payOnPage, { token: await tokenOf(0), amount: '600.00' })).toMatchObject(
      invalid({ token: 'This page takes no payments.' }),
    );
    expect(await service.send(payOnPage, { token: 'x', amount: '600.00' })).toMatchObject(
      invalid({ token: 'This link is not valid any more.' }),
    );
  });

  test('in the demo, pays the amount that it showed, once', async () => {
    await service.services.db.updateTable('customer').set({ settings: '{"demo":true}' }).where('id', '=', north).execute();
    const token = await tokenOf(0);
    const { payLink } = await service.call(listInvoices, { cust: 'me', all: 1 }, chief);
    expect(payLink).toBe(`http://127.0.0.1:4180/auth/invoice/${token}`);
    expect((await service.send(readInvoicePage, { token })).response.body).toContain('Pay $600.00');
    expect(await service.send(payOnPage, { token, amount: '1.00' })).toMatchObject(
      invalid({ amount: '$600.00 is open now. Open the page again and check it.' }),
    );
    const both = await Promise.all([1, 2].map(() => service.send(payOnPage, { token, amount: '600.00' })));
    for (const { status, response } of both)
      expect([status, response.body.includes('Nothing of this invoice is open')]).toEqual([200, true]);
    expect(await service.call(listInvoices, { cust: 'me', all: 1 }, chief)).toMatchObject({
      outstanding: '0.00',
      payments: '1200.00',
      payLink: '',
      lastPaidInvoice: `${north}-0002`,
    });
    const lines = await service.services.db.selectFrom('audit').selectAll().where('command', '=', 'invoice.page.pay').execute();
    expect(lines).toMatchObject([{ customer_id: north, actor_id: null, detail: { name: `${north}-0002`, amount: '600.00' } }]);
  });
});
