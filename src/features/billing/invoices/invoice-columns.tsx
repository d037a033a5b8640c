import type { Invoice } from '#contract/billing/invoices.ts';
import { shownAmount } from '#domain/billing/money.ts';
import { Day } from '#src/entities/billing/day.tsx';
import { InvoiceState, statusOf } from '#src/entities/billing/invoice-state.tsx';
import { columnsOf } from '#src/ui/table/column.ts';

/** An invoice as a list shows it: with its open amount and status as columns of their own. */
export type InvoiceLine = Invoice & { readonly open: number; readonly status: string };

/** Invoices as lines of a list. */
export const linesOf = (invoices: readonly Invoice[]): InvoiceLine[] =>
  invoices.map((invoice) => ({
    ...invoice,
    open: Number(invoice.outstanding.amount),
    status: statusOf(invoice.outstanding.amount, invoice.isPastDue),
  }));

const col = columnsOf<InvoiceLine>();

/** The columns of a list of invoices. */
export const invoiceColumns = [
  col('number', 'Invoice', {
    cell: ({ number, viewLink }) => (
      <a className="nowrap" href={viewLink} target="_blank" rel="noopener noreferrer">
        {number}
      </a>
    ),
  }),
  col('status', 'Status', {
    cell: ({ outstanding, isPastDue }) => <InvoiceState open={outstanding.amount} isPastDue={isPastDue} />,
  }),
  col('createdOn', 'Date', { cell: ({ createdOn }) => <Day on={createdOn} /> }),
  col('dueOn', 'Due', { cell: ({ dueOn }) => <Day on={dueOn} /> }),
  col('total', 'Total', { align: 'end', cell: ({ total }) => shownAmount(total), text: ({ total }) => Number(total) }),
  col('open', 'Open', { align: 'end', cell: ({ outstanding }) => shownAmount(outstanding.amount) }),
];
