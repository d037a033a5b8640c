import type { Payment } from '#contract/billing/invoices.ts';
import { isPastDue } from '#domain/billing/account.ts';
import { amountOf } from '#domain/billing/money.ts';
import type { AccountInvoice, Accounting, Billed } from '../accounting/accounting.ts';
import type { InvoicePageOf } from '../accounting/invoice-page.ts';
import { mirrorPages } from '../accounting/mirror-pages.ts';
import { isSent, type LedgerInvoiceRow, ledgerOf, linesOf, type SentInvoiceRow } from '../book/ledger-rows.ts';
import { invoicePdf } from '../pdf/invoice-pdf.ts';

/** The ledger in the database of the service: what each installation has without an accounting provider. */
export const builtInLedger: Accounting = {
  async account(db, billed, pageOf) {
    const sent = (await ledgerOf(db, billed.id)).filter(isSent);
    const payments = sent.flatMap(paymentsOf).sort((a, b) => (a.onDay === b.onDay ? b.id - a.id : a.onDay < b.onDay ? 1 : -1));
    const pages = await mirrorPages(db, billed.id);
    const invoices = sent.map((row) => {
      const shown = invoiceOf(row, billed, pageOf);
      return { ...shown, payLink: pages.get(row.id) ?? (billed.isDemo ? shown.viewLink : '') };
    });
    return { invoices, payments };
  },
  async invoiceFile(db, billed, invoiceId) {
    const [invoice] = await ledgerOf(db, billed.id, invoiceId);
    if (!invoice) return undefined;
    const lines = await linesOf(db, billed.id, [invoice.id]);
    return { name: fileNameOf(invoice), content: await invoicePdf(billed, invoice, lines) };
  },
};

const fileNameOf = ({ number, from_on: fromOn }: LedgerInvoiceRow): string =>
  number === null ? `invoice-draft-${fromOn}.pdf` : `invoice-${number}.pdf`;

function invoiceOf(row: SentInvoiceRow, { id, today }: Billed, pageOf: InvoicePageOf): Omit<AccountInvoice, 'payLink'> {
  const { number, due_on: dueOn, total_cents: totalCents, balance } = row;
  return {
    id: row.id,
    number,
    createdOn: row.created_on,
    dueOn,
    outstanding: { amount: amountOf(balance.open) },
    isPastDue: isPastDue({ number, dueOn, totalCents, balance }, today),
    viewLink: pageOf({ customerId: id, invoiceId: row.id }),
    total: amountOf(totalCents),
    fromOn: row.from_on,
    untilOn: row.until_on,
    openCents: balance.open,
    totalCents,
    paidCents: balance.paid,
  };
}

/** The payments of an invoice that no void took back. */
function paymentsOf({ id: invoiceId, number, entries }: SentInvoiceRow): Payment[] {
  const takenBack = new Set(entries.map(({ voids }) => voids));
  return entries
    .filter(({ kind, id }) => kind === 'payment' && !takenBack.has(id))
    .map(({ id, on_day: onDay, amount_cents: cents, reference }) => ({
      id,
      invoiceId,
      number,
      onDay,
      amount: amountOf(cents),
      reference,
    }));
}
