import type { AccountSummary } from '#contract/billing/invoices.ts';
import { invoiceStatus } from '#domain/billing/account.ts';
import { shownAmount } from '#domain/billing/money.ts';
import type { AccountInvoice, Billed } from '../accounting/accounting.ts';
import { facts, frame, heading, printedDay, right, table } from './invoice-pdf.ts';
import { makePdf } from './make-pdf.ts';

type Statement = {
  readonly summary: AccountSummary;
  readonly invoices: readonly AccountInvoice[];
  /** Which invoices these are: “All invoices”. */
  readonly which: string;
};

/** A statement as PDF: the figures of the account, and a line for each invoice. */
export const statementPdf = (billed: Billed, { summary, invoices, which }: Statement): Promise<Uint8Array> =>
  makePdf({
    ...frame(`Statement of ${billed.name}`, billed),
    content: [
      heading('Statement'),
      facts([
        ['Customer', billed.name],
        ['Date', printedDay(billed.today)],
        ['Invoiced in all', shownAmount(summary.invoiced)],
        ['Paid in all', shownAmount(summary.payments)],
        ['Open', shownAmount(summary.outstanding)],
        ['Past due', shownAmount(summary.pastDueAmount)],
      ]),
      { text: which, bold: true, margin: [0, 0, 0, 6] },
      table(
        ['*', 'auto', 'auto', 'auto', 'auto', 'auto'],
        ['Invoice', 'Date', 'Due', 'Status', 'Total', 'Open'],
        invoices.map((invoice) => [
          invoice.number,
          printedDay(invoice.createdOn),
          printedDay(invoice.dueOn),
          invoiceStatus(invoice.openCents, invoice.isPastDue),
          right(shownAmount(invoice.total)),
          right(shownAmount(invoice.outstanding.amount)),
        ]),
      ),
    ],
  });
