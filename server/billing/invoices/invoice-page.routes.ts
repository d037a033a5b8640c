import { payOnPage, readInvoicePage } from '#contract/billing/invoices.ts';
import { no, ok } from '#contract/kit/result.ts';
import { invoiceStatus, isPastDue } from '#domain/billing/account.ts';
import { amountOf, type Cents, usd } from '#domain/billing/money.ts';
import { escaped } from '#domain/descriptions/description-html.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { type Handler, handle, type RawReply, type Services } from '#server/kit/http/handle.ts';
import { linkNotValid, linkPage, linkPlace, unknownLink } from '#server/kit/page/link-page.ts';
import type { Billed } from '../accounting/accounting.ts';
import { billedOf, lockBilled } from '../accounting/billed.ts';
import { invoiceOfLink } from '../accounting/invoice-page.ts';
import { mirrorPages } from '../accounting/mirror-pages.ts';
import { addEntry } from '../book/add-entry.ts';
import { isSent, type LineRow, ledgerOf, linesOf, type SentInvoiceRow } from '../book/ledger-rows.ts';
import { printedDay, printedDays } from '../pdf/invoice-pdf.ts';

/** The page of an invoice, for who has its link. In the demo it takes payments; no money moves. */
export const invoicePageRoutes: Handler[] = [
  handle(readInvoicePage, async ({ token }, { services }) => {
    const found = await find(services, token);
    return ok(found ? invoicePage(found) : unknownLink(unknownRemedy));
  }),
  handle(
    payOnPage,
    { audit: 'none: no user pays, so that it writes a line without one itself' },
    async ({ token, amount }, { services }) => {
      const { db, now } = services;
      const asked = placeOf(services, token);
      if (!asked) return no({ kind: 'invalid', fields: { token: linkNotValid } });
      const problem = await db.transaction().execute(async (tx) => pay(tx, asked, amount, now()));
      if (problem !== null) return no({ kind: 'invalid', fields: problem });
      const found = await find(services, token);
      return found ? ok(invoicePage(found)) : no({ kind: 'invalid', fields: { token: linkNotValid } });
    },
  ),
];

const unknownRemedy = 'Open the newest email with your invoice, or sign in to Jobdock.';

/** Pays the open rest, if it is the amount that the page showed. Null if it is paid, also by an earlier click; else why not, by field. */
async function pay(tx: Tx, { customerId, invoiceId }: Place, amount: string, now: Date): Promise<Record<string, string> | null> {
  const billed = await lockBilled(tx, customerId, now);
  const invoice = billed && (await sentInvoice(tx, customerId, invoiceId));
  if (!billed || !invoice) return { token: linkNotValid };
  if (!billed.isDemo) return { token: 'This page takes no payments.' };
  const { open } = invoice.balance;
  if (open === 0) return null;
  if ((await mirrorPages(tx, customerId)).has(invoiceId))
    return { token: 'Pay this invoice at FreshBooks: open its page again.' };
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

type Place = { readonly customerId: number; readonly invoiceId: number };

/** The invoice that a token names. Undefined if its key is not the right one. */
function placeOf({ secrets }: Pick<Services, 'secrets'>, token: string): Place | undefined {
  const link = linkPlace(token);
  const invoiceId = link && invoiceOfLink(secrets, link);
  return link && invoiceId !== undefined ? { customerId: link.customerId, invoiceId } : undefined;
}

const sentInvoice = async (db: Db | Tx, customerId: number, invoiceId: number): Promise<SentInvoiceRow | undefined> =>
  (await ledgerOf(db, customerId, invoiceId)).find(isSent);

type Found = {
  readonly billed: Billed;
  readonly invoice: SentInvoiceRow;
  readonly lines: readonly LineRow[];
  /** The page of FreshBooks that takes its payment, if it has one. */
  readonly payPage: string | undefined;
};

async function find(services: Services, token: string): Promise<Found | undefined> {
  const { db, now } = services;
  const place = placeOf(services, token);
  const billed = place && (await billedOf(db, place.customerId, now()));
  const invoice = place && billed && (await sentInvoice(db, place.customerId, place.invoiceId));
  if (!billed || !invoice) return undefined;
  const payPage = (await mirrorPages(db, billed.id)).get(invoice.id);
  return { billed, invoice, lines: await linesOf(db, billed.id, [invoice.id]), payPage };
}

function invoicePage({ billed, invoice, lines, payPage }: Found): RawReply {
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
  return linkPage({
    title: `Invoice ${number}`,
    agency: billed.name,
    main: `<h1>Invoice ${escaped(number)}</h1>\n<section><dl>${list}</dl>${paymentOf(billed, balance.open, payPage)}</section>`,
  });
}

function paymentOf({ isDemo }: Billed, open: Cents, payPage: string | undefined): string {
  if (open === 0) return '<p role="status">Nothing of this invoice is open. Thank you.</p>';
  if (payPage !== undefined)
    return `<p><a href="${escaped(payPage)}" rel="noreferrer">Pay ${escaped(usd(open))} at FreshBooks</a></p>`;
  if (!isDemo) return '';
  return `<form method="post"><p>This is the page of the demo: no money moves.</p>
<button class="main" name="amount" value="${amountOf(open)}">Pay ${escaped(usd(open))}</button></form>`;
}
