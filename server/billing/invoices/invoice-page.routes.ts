import { payOnPage, readInvoicePage } from '#contract/billing/invoices.ts';
import { no, ok } from '#contract/kit/result.ts';
import { invoiceStatus, isPastDue } from '#domain/billing/account.ts';
import { amountOf, type Cents, usd } from '#domain/billing/money.ts';
import { escaped } from '#domain/descriptions/description-html.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { type Handler, handle, type RawReply } from '#server/kit/http/handle.ts';
import { page } from '#server/kit/page/page.ts';
import { pagePolicy } from '#server/kit/page/page-style.ts';
import type { Billed } from '../accounting/accounting.ts';
import { billedOf, lockBilled } from '../accounting/billed.ts';
import { addEntry } from '../book/add-entry.ts';
import { isSent, type LineRow, ledgerOf, linesOf, type SentInvoiceRow } from '../book/ledger-rows.ts';
import { printedDay, printedDays } from '../pdf/invoice-pdf.ts';

/** The page of an invoice, for who has its link. In the demo it takes payments; no money moves. */
export const invoicePageRoutes: Handler[] = [
  handle(readInvoicePage, async ({ token }, { services: { db, now } }) => {
    const found = await find(db, token, now());
    return ok(found ? reply(invoicePage(found)) : reply(unknownPage(), 404));
  }),
  handle(
    payOnPage,
    { audit: 'none: no user pays, so that it writes a line without one itself' },
    async ({ token, amount }, { services: { db, now } }) => {
      const asked = placeOf(token);
      if (!asked) return no({ kind: 'invalid', fields: { token: notValid } });
      const problem = await db.transaction().execute(async (tx) => pay(tx, asked, amount, now()));
      if (problem !== null) return no({ kind: 'invalid', fields: problem });
      const found = await find(db, token, now());
      return found ? ok(reply(invoicePage(found))) : no({ kind: 'invalid', fields: { token: notValid } });
    },
  ),
];

const notValid = 'This link is not valid any more.';

type Place = { readonly customerId: number; readonly key: string };

/** The customer and the key that the token of a link names. */
function placeOf(token: string): Place | undefined {
  const [, customerId = '', key = ''] = /^(\d{1,9})\.([\w-]{20,80})$/.exec(token) ?? [];
  return key === '' ? undefined : { customerId: Number(customerId), key };
}

/** Pays the open rest, if it is the amount that the page showed. Null if it is paid, also by an earlier click; else why not, by field. */
async function pay(tx: Tx, { customerId, key }: Place, amount: string, now: Date): Promise<Record<string, string> | null> {
  const billed = await lockBilled(tx, customerId, now);
  const invoice = billed && (await sentByKey(tx, customerId, key));
  if (!billed || !invoice) return { token: notValid };
  if (!billed.isDemo) return { token: 'This page takes no payments.' };
  const { open } = invoice.balance;
  if (open === 0) return null;
  if (amount !== amountOf(open)) return { amount: `${usd(open)} is open now. Open the page again and check it.` };
  const entry = {
    kind: 'payment' as const,
    cents: open,
    voids: null,
    reference: 'Demo payment page',
    onDay: billed.today,
    // The same amount may be open again after a void, so each state of the invoice has a key of its own.
    key: `page ${invoice.id} ${invoice.entries.length}`,
    by: 'Demo payment page',
  };
  const added = await addEntry(tx, billed, invoice.id, entry, now);
  if (added.kind === 'refused') return { ...added.problems };
  await writeAudit(tx, {
    customerId,
    at: now,
    actorId: null,
    userId: null,
    name: 'invoice.page.pay',
    object: ['invoice', invoice.id],
    facts: { name: invoice.number, amount: amountOf(open) },
  });
  return null;
}

async function sentByKey(db: Db | Tx, customerId: number, key: string): Promise<SentInvoiceRow | undefined> {
  const row = await db
    .selectFrom('invoice')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('page_key', '=', key)
    .where('state', '=', 'sent')
    .executeTakeFirst();
  return row && (await ledgerOf(db, customerId, row.id)).find(isSent);
}

type Found = { readonly billed: Billed; readonly invoice: SentInvoiceRow; readonly lines: readonly LineRow[] };

async function find(db: Db, token: string, now: Date): Promise<Found | undefined> {
  const place = placeOf(token);
  const billed = place && (await billedOf(db, place.customerId, now));
  const invoice = place && billed && (await sentByKey(db, place.customerId, place.key));
  if (!billed || !invoice) return undefined;
  return { billed, invoice, lines: await linesOf(db, billed.id, [invoice.id]) };
}

const noIndex = '<meta name="robots" content="noindex">';

function invoicePage({ billed, invoice, lines }: Found): string {
  const { number, due_on: dueOn, total_cents: totalCents, balance } = invoice;
  const status = invoiceStatus(balance.open, isPastDue({ number, dueOn, totalCents, balance }, billed.today));
  const facts: readonly (readonly [string, string])[] = [
    ['Status', status],
    ['Period', printedDays(invoice.from_on, invoice.until_on)],
    ['Invoice date', printedDay(invoice.created_on)],
    ['Due', printedDay(dueOn)],
    ...lines.map((line) => [line.text, usd(line.amount_cents)] as const),
    ['Total', usd(totalCents)],
    ['Open', usd(balance.open)],
  ];
  const list = facts.map(([term, words]) => `<dt>${escaped(term)}</dt><dd>${escaped(words)}</dd>`).join('');
  return page({
    title: `Invoice ${number}`,
    head: noIndex,
    agency: billed.name,
    main: `<h1>Invoice ${escaped(number)}</h1>\n<section><dl>${list}</dl>${paymentOf(billed, balance.open)}</section>`,
  });
}

function paymentOf({ isDemo }: Billed, open: Cents): string {
  if (open === 0) return '<p role="status">Nothing of this invoice is open. Thank you.</p>';
  if (!isDemo) return '';
  return `<form method="post"><p>This is the page of the demo: no money moves.</p>
<button class="main" name="amount" value="${amountOf(open)}">Pay ${escaped(usd(open))}</button></form>`;
}

const unknownPage = (): string =>
  page({
    title: 'Link not valid',
    head: noIndex,
    agency: '',
    main: '<h1>This link is not valid any more</h1>\n<section><p>Open the newest email with your invoice, or sign in to Jobdock.</p></section>',
  });

const reply = (body: string, status?: 404): RawReply => ({
  body,
  ...(status !== undefined && { status }),
  headers: {
    'content-security-policy': pagePolicy('form'),
    // Without a referrer, a browser sends the form with no origin, and the service takes it for another site's.
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  },
});
