import type { CustomerBilling, LedgerEntry, LedgerInvoice, listPastDue } from '#contract/billing/ledger.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { isPastDue } from '#domain/billing/account.ts';
import { amountOf } from '#domain/billing/money.ts';
import { termsOn } from '#domain/billing/period-lines.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { Billed } from '../accounting/accounting.ts';
import { readAccount } from '../book/billing-account.ts';
import { type EntryRow, isSent, type LedgerInvoiceRow, type LineRow, ledgerOf, linesOf } from '../book/ledger-rows.ts';

/** Most invoices that staff see at once; statements have all. */
const mostInvoices = 100;

/** The billing of a customer as staff work on it. */
export async function customerBilling(db: Db, billed: Billed, now: Date): Promise<CustomerBilling> {
  const account = await readAccount(db, billed, now);
  const row = await db
    .selectFrom('customer')
    .select(['agents_included', 'user_licenses_limit', 'past_due', 'past_due_notice'])
    .where('id', '=', billed.id)
    .executeTakeFirstOrThrow();
  const ledger = await ledgerOf(db, billed.id);
  const newest = ledger.slice(0, mostInvoices);
  const lines = await linesOf(
    db,
    billed.id,
    newest.map(({ id }) => id),
  );
  const terms = termsOn(account.history, billed.today) ?? account.history[0];
  if (!terms) throw new Error(`customer ${billed.id} has no terms`);
  const isSuspended = billed.status === 'suspended' && account.suspendedFrom !== null;
  return {
    isSuspended,
    canSuspend:
      !billed.isProvider && (isSuspended || ((billed.status === 'active' || billed.status === 'trial') && row.past_due)),
    isPastDue: row.past_due,
    notice: row.past_due_notice ?? '',
    startOn: account.startOn,
    connections: row.agents_included,
    userLimit: row.user_licenses_limit,
    added: account.added,
    terms: {
      fromOn: terms.fromOn,
      plan: terms.plan,
      monthPrice: amountOf(terms.monthCents),
      connections: terms.connections,
      connectionPrice: amountOf(terms.connectionCents),
      users: terms.users,
      userPrice: amountOf(terms.userCents),
    },
    invoices: newest.map((invoice) => shown(invoice, lines, billed.today)),
    total: ledger.length,
  };
}

function shown(invoice: LedgerInvoiceRow, lines: readonly LineRow[], today: string): LedgerInvoice {
  const { id, state, total_cents: totalCents, balance, entries } = invoice;
  return {
    id,
    state,
    number: invoice.number ?? '',
    fromOn: invoice.from_on,
    untilOn: invoice.until_on,
    createdOn: invoice.created_on,
    dueOn: invoice.due_on,
    total: amountOf(totalCents),
    open: amountOf(state === 'discarded' ? 0 : balance.open),
    isPastDue: isSent(invoice) && isPastDue({ number: invoice.number, dueOn: invoice.due_on, totalCents, balance }, today),
    lines: lines
      .filter(({ invoice_id: of }) => of === id)
      .map((line) => ({
        text: line.text,
        fromOn: line.from_on,
        untilOn: line.until_on,
        quantity: line.quantity,
        unitPrice: amountOf(line.unit_cents),
        amount: amountOf(line.amount_cents),
      })),
    entries: entries.map((entry) => entryShown(entry, entries)),
  };
}

const entryShown = (entry: EntryRow, all: readonly EntryRow[]): LedgerEntry => ({
  id: entry.id,
  kind: entry.kind,
  amount: amountOf(entry.amount_cents),
  voids: entry.voids,
  isVoid: all.some(({ voids }) => voids === entry.id),
  reference: entry.reference,
  onDay: entry.on_day,
  by: entry.by_name,
  at: entry.made_at,
});

/** Every customer that is past due or that billing suspended, with what it owes. */
export async function pastDueCustomers(db: Db): Promise<ReplyOf<typeof listPastDue>> {
  const rows = await db
    .selectFrom('customer as c')
    .leftJoin('billing_account as b', 'b.customer_id', 'c.id')
    .select(['c.id as customerId', 'c.past_due_notice as words', 'c.status', 'b.suspended_from as suspendedFrom'])
    .where('c.deleted_at', 'is', null)
    .where((e) => e.or([e('c.past_due', '=', true), e('b.suspended_from', 'is not', null)]))
    .orderBy('c.id')
    .execute();
  return rows.map(({ customerId, words, status, suspendedFrom }) => ({
    customerId,
    words: words ?? '',
    isSuspended: status === 'suspended' && suspendedFrom !== null,
  }));
}
