import { accountFigures } from '#domain/billing/account.ts';
import { usd } from '#domain/billing/money.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Billed } from '../accounting/accounting.ts';
import { announcePastDue } from './announce-past-due.ts';
import { isSent, ledgerOf } from './ledger-rows.ts';

/**
 * Writes to the customer whether it is past due on its day of today and with what, as lists, reports and warnings read it. Once nothing
 * is past due, a customer that billing suspended works again; when it becomes past due, its people are informed. Its row must be locked.
 * Returns whether anything changed.
 */
export async function refreshPastDue(tx: Tx, billed: Billed, now: Date): Promise<boolean> {
  const sent = (await ledgerOf(tx, billed.id)).filter(isSent).reverse();
  const invoices = sent.map((row) => ({
    number: row.number,
    dueOn: row.due_on,
    totalCents: row.total_cents,
    balance: row.balance,
  }));
  const { pastDue, pastDueInvoices } = accountFigures(invoices, billed.today, false);
  const isLate = pastDueInvoices.length > 0;
  const notice = isLate ? pastDueWords(pastDue, pastDueInvoices) : null;
  const { past_due: wasLate } = await tx
    .selectFrom('customer')
    .select('past_due')
    .where('id', '=', billed.id)
    .executeTakeFirstOrThrow();
  const { numUpdatedRows } = await tx
    .updateTable('customer')
    .set({ past_due: isLate, past_due_notice: notice })
    .where('id', '=', billed.id)
    .where((e) => e.or([e('past_due', '!=', isLate), e('past_due_notice', 'is distinct from', notice)]))
    .executeTakeFirst();
  if (notice !== null && !wasLate) await announcePastDue(tx, billed, notice);
  const isResumed = !isLate && (await resume(tx, billed, now));
  return numUpdatedRows > 0n || isResumed;
}

/** What is past due, in a sentence: the amount and the numbers of the invoices. */
const pastDueWords = (cents: number, numbers: readonly string[]): string =>
  `${usd(cents)} is past due: ${numbers.length === 1 ? 'invoice' : 'invoices'} ${numbers.join(', ')}.`;

/**
 * Gives a customer that billing suspended its status back, and writes that to its audit. A status that was changed meanwhile stays.
 * Returns whether billing suspended it.
 */
async function resume(tx: Tx, billed: Billed, now: Date): Promise<boolean> {
  const account = await tx
    .selectFrom('billing_account')
    .select('suspended_from')
    .where('customer_id', '=', billed.id)
    .executeTakeFirst();
  const before = account?.suspended_from ?? null;
  if (before === null) return false;
  await setStatus(tx, billed.id, { status: before, suspendedFrom: null, from: 'suspended' });
  await writeAudit(tx, {
    customerId: billed.id,
    at: now,
    actorId: null,
    userId: null,
    name: 'billing.resumed',
    object: ['customer', billed.id],
    changed: { status: ['suspended', before] },
  });
  return true;
}

type Step = {
  readonly status: 'active' | 'trial' | 'suspended';
  readonly suspendedFrom: 'active' | 'trial' | null;
  readonly from: Billed['status'];
};

/** Changes the status of a customer if it is still `from`, and keeps what billing changed it from. */
export async function setStatus(tx: Tx, customerId: number, { status, suspendedFrom, from }: Step): Promise<void> {
  await tx.updateTable('customer').set({ status }).where('id', '=', customerId).where('status', '=', from).execute();
  await tx.updateTable('billing_account').set({ suspended_from: suspendedFrom }).where('customer_id', '=', customerId).execute();
}
