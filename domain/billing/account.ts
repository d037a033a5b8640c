import type { Balance } from './ledger.ts';
import type { Cents } from './money.ts';
import { daysBetween } from './periods.ts';

/** A sent invoice with its balance. Days are `yyyy-MM-dd`. */
export type OpenInvoice = {
  readonly number: string;
  readonly dueOn: string;
  readonly totalCents: Cents;
  readonly balance: Balance;
};

/** The documented status of an invoice: paid, past due, or new. `isPastDue` counts only while something is open. */
export const invoiceStatus = (openCents: Cents, isPastDue: boolean): 'Paid' | 'Past Due' | 'New' =>
  openCents <= 0 ? 'Paid' : isPastDue ? 'Past Due' : 'New';

/** Whether an invoice is past due: something is open after its due day. */
export const isPastDue = ({ dueOn, balance }: OpenInvoice, today: string): boolean => balance.open > 0 && dueOn < today;

/** Open amounts by how long they are past due, in days. */
type Aging = {
  readonly notDue: Cents;
  readonly to30: Cents;
  readonly to60: Cents;
  readonly to90: Cents;
  readonly over90: Cents;
};

type AccountState = 'suspended' | 'pastDue' | 'current' | 'nothingDue';

/** The figures of an account, from all its sent invoices. */
export type AccountFigures = {
  readonly state: AccountState;
  readonly invoiced: Cents;
  readonly outstanding: Cents;
  readonly pastDue: Cents;
  readonly pastDueInvoices: readonly string[];
  readonly paid: Cents;
  readonly aging: Aging;
  /** The earliest due day of an invoice that is open and not past due; null if there is none. */
  readonly payBy: string | null;
};

/** The figures of an account on a day. `isSuspended`: billing suspended the customer. */
export function accountFigures(invoices: readonly OpenInvoice[], today: string, isSuspended: boolean): AccountFigures {
  const open = invoices.filter(({ balance }) => balance.open > 0);
  const late = open.filter((invoice) => isPastDue(invoice, today));
  const due = open.filter((invoice) => !isPastDue(invoice, today)).map(({ dueOn }) => dueOn);
  const state = isSuspended ? 'suspended' : late.length > 0 ? 'pastDue' : open.length > 0 ? 'current' : 'nothingDue';
  return {
    state,
    invoiced: sumOf(invoices, ({ totalCents }) => totalCents),
    outstanding: sumOf(open, ({ balance }) => balance.open),
    pastDue: sumOf(late, ({ balance }) => balance.open),
    pastDueInvoices: late.map(({ number }) => number),
    paid: sumOf(invoices, ({ balance }) => balance.paid),
    aging: agingOf(open, today),
    payBy: due.sort()[0] ?? null,
  };
}

const sumOf = <T>(rows: readonly T[], centsOf: (row: T) => Cents): Cents => rows.reduce((sum, row) => sum + centsOf(row), 0);

function agingOf(open: readonly OpenInvoice[], today: string): Aging {
  const lateBy = (least: number, most: number) =>
    sumOf(
      open.filter(({ dueOn }) => daysBetween(dueOn, today) >= least && daysBetween(dueOn, today) <= most),
      ({ balance }) => balance.open,
    );
  return {
    notDue: lateBy(-Infinity, 0),
    to30: lateBy(1, 30),
    to60: lateBy(31, 60),
    to90: lateBy(61, 90),
    over90: lateBy(91, Infinity),
  };
}
