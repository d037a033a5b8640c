import type { AccountSummary } from '#contract/billing/invoices.ts';
import { accountFigures } from '#domain/billing/account.ts';
import { amountOf } from '#domain/billing/money.ts';
import type { Billed, BilledAccount } from './accounting.ts';

/** The documented summary of an account. `isSuspended`: billing suspended the customer. */
export function summaryOf({ invoices, payments }: BilledAccount, billed: Billed, isSuspended: boolean): AccountSummary {
  const oldestFirst = [...invoices].reverse();
  const figures = accountFigures(
    oldestFirst.map(({ number, dueOn, totalCents, openCents: open, paidCents: paid }) => ({
      number,
      dueOn,
      totalCents,
      balance: { open, paid, credited: totalCents - open - paid, voided: 0 },
    })),
    billed.today,
    isSuspended,
  );
  const payable = oldestFirst.find(({ openCents, payLink }) => openCents > 0 && payLink !== '');
  const [lastPayment] = payments;
  const { notDue, to30, to60, to90, over90 } = figures.aging;
  return {
    state: figures.state,
    payLink: payable?.payLink ?? '',
    lastAmount: lastPayment?.amount ?? null,
    invoiced: amountOf(figures.invoiced),
    outstanding: amountOf(figures.outstanding),
    pastDueAmount: amountOf(figures.pastDue),
    pastDueInvoices: [...figures.pastDueInvoices],
    payments: amountOf(figures.paid),
    aging: {
      notDue: amountOf(notDue),
      to30: amountOf(to30),
      to60: amountOf(to60),
      to90: amountOf(to90),
      over90: amountOf(over90),
    },
    payBy: figures.payBy,
    lastPaidInvoice: invoices.find(({ openCents, paidCents }) => openCents === 0 && paidCents > 0)?.number ?? '',
    lastPayment: lastPayment?.onDay ?? null,
    off: billed.isProvider,
  };
}
