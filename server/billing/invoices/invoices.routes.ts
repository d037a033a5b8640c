import {
  downloadInvoice,
  downloadStatement,
  listInvoices,
  listPayments,
  readBillingNotice,
  resendInvoice,
  resendInvoiceTo,
} from '#contract/billing/invoices.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { monthsAfter } from '#domain/billing/periods.ts';
import { unprintableWords } from '#domain/billing/printable.ts';
import { may } from '#domain/rights/may.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Actor, type Handler, handle, type RawReply, type Services } from '#server/kit/http/handle.ts';
import type { AccountInvoice, Billed, BilledAccount } from '../accounting/accounting.ts';
import { billedOf, lockBilled } from '../accounting/billed.ts';
import { invoicePages } from '../accounting/invoice-page.ts';
import { summaryOf } from '../accounting/summary.ts';
import { readAccount } from '../book/billing-account.ts';
import { isSent, ledgerOf } from '../book/ledger-rows.ts';
import { builtInLedger } from '../built-in/built-in-ledger.ts';
import { statementPdf } from '../pdf/statement-pdf.ts';
import { isKnownAddress, mailInvoice, maySendMore, mostInvoiceMails, primaryAddress } from './send-invoice.ts';

/** The account of a customer as its own people see it: invoices, payments, files, and sending one again. */
export const invoiceRoutes: Handler[] = [
  handle(listInvoices, async ({ cust, all }, { services }) => {
    const read = await readAll(services, cust);
    if (!read) return no({ kind: 'not_found' });
    const { billed, account, isSuspended } = read;
    return ok({ ...summaryOf(account, billed, isSuspended), invoices: listed(account, billed, all) });
  }),

  handle(listPayments, async ({ cust, link }, { services }) => {
    const read = await readAll(services, cust);
    if (!read) return no({ kind: 'not_found' });
    const { invoices, payments } = read.account;
    const invoiceId = link === 'all' ? null : Number(link);
    if (invoiceId !== null && !invoices.some(({ id }) => id === invoiceId)) return no(absent('invoice', invoiceId));
    const found = payments.filter((payment) => invoiceId === null || payment.invoiceId === invoiceId);
    return ok({ message: found.length === 0 ? messages.noPayments : '', payments: found });
  }),

  handle(resendInvoice, { audit: 'invoice.resend' }, async ({ cust, invoiceId }, call) => {
    const to = await primaryAddress(call.tx, cust);
    if (to === undefined) return no({ kind: 'invalid', fields: { email: messages.primaryContactRequired } });
    return resend({ cust, invoiceId, to }, call);
  }),

  handle(resendInvoiceTo, { audit: 'invoice.resend' }, async ({ cust, invoiceId, email }, call) => {
    if (!call.actor.administrator && !(await isKnownAddress(call.tx, cust, email)))
      return no({
        kind: 'invalid',
        fields: { email: 'Add this address as a billing contact first: invoices go to people you know.' },
      });
    return resend({ cust, invoiceId, to: email }, call);
  }),

  handle(downloadStatement, async ({ cust, all }, { services }) => {
    const read = await readAll(services, cust);
    if (!read) return no({ kind: 'not_found' });
    const { billed, account, isSuspended } = read;
    const problem = unprintableWords('The name of the customer', billed.name);
    if (problem !== null) return no({ kind: 'invalid', fields: { cust: problem } });
    const content = await statementPdf(billed, {
      summary: summaryOf(account, billed, isSuspended),
      invoices: listed(account, billed, all),
      which: all === 1 ? 'All invoices' : 'Invoices of the last year',
    });
    return ok(pdfReply(`statement-${billed.today}.pdf`, content));
  }),

  handle(downloadInvoice, async ({ cust, invoiceId }, { services: { db, now }, actor }) => {
    const billed = await billedOf(db, cust, now());
    if (!billed) return no({ kind: 'not_found' });
    const [invoice] = await ledgerOf(db, cust, invoiceId);
    if (!invoice || !(isSent(invoice) || actor.administrator)) return no(absent('invoice', invoiceId));
    const problem = unprintableWords('The name of the customer', billed.name);
    if (problem !== null) return no({ kind: 'invalid', fields: { cust: problem } });
    const file = await builtInLedger.invoiceFile(db, billed, invoiceId);
    return file ? ok(pdfReply(file.name, file.content)) : no(absent('invoice', invoiceId));
  }),

  handle(readBillingNotice, async (_args, { services, actor }) => ok(await noticeOf(services, actor))),
];

const pdfReply = (fileName: string, body: Uint8Array): RawReply => ({
  body,
  contentType: 'application/pdf',
  fileName,
  headers: { 'cache-control': 'no-store' },
});

type Read = { readonly billed: Billed; readonly account: BilledAccount; readonly isSuspended: boolean };

/** A customer with its account; undefined if it does not exist. */
async function readAll(services: Services, customerId: number): Promise<Read | undefined> {
  const { db, now } = services;
  const billed = await billedOf(db, customerId, now());
  if (!billed) return undefined;
  const account = await builtInLedger.account(db, billed, invoicePages(services));
  return { billed, account, isSuspended: await isSuspendedForDebt(db, billed, now()) };
}

/** Whether billing suspended the customer, and its status was not changed since. */
const isSuspendedForDebt = async (db: Db | Tx, billed: Billed, now: Date): Promise<boolean> =>
  billed.status === 'suspended' && (await readAccount(db, billed, now)).suspendedFrom !== null;

/** The invoices of the last year, or all. */
function listed({ invoices }: BilledAccount, { today }: Billed, all: number): AccountInvoice[] {
  const since = monthsAfter(today, -12);
  return invoices.filter(({ createdOn }) => all === 1 || createdOn >= since);
}

type Resent = { readonly cust: number; readonly invoiceId: number; readonly to: string };
type ResendCall = {
  readonly tx: Tx;
  readonly actor: Pick<Actor, 'actorId'>;
  readonly services: Pick<Services, 'mail' | 'now' | 'config' | 'secrets'>;
};

async function resend({ cust, invoiceId, to }: Resent, { tx, actor, services }: ResendCall) {
  const { mail, now } = services;
  const billed = await lockBilled(tx, cust, now());
  if (!billed) return no({ kind: 'not_found' as const });
  const account = await builtInLedger.account(tx, billed, invoicePages(services));
  const invoice = account.invoices.find(({ id }) => id === invoiceId);
  if (!invoice) return no(absent('invoice', invoiceId));
  const problem = unprintableWords('The name of the customer', billed.name);
  if (problem !== null) return no({ kind: 'invalid' as const, fields: { cust: problem } });
  if (!(await maySendMore(tx, cust, now())))
    return no({
      kind: 'invalid' as const,
      fields: { email: `${mostInvoiceMails} invoices left within 24 hours: send more tomorrow.` },
    });
  const file = await builtInLedger.invoiceFile(tx, billed, invoiceId);
  if (!file) return no(absent('invoice', invoiceId));
  // By the minute, so that two clicks send one email, and a later one another.
  await mailInvoice(tx, mail, billed, { invoice, file, to, cause: now().toISOString().slice(0, 16), owner: actor.actorId });
  return done(
    { message: `Invoice ${invoice.number} is on its way to ${to}` },
    { object: ['invoice', invoiceId] as const, facts: { name: invoice.number, to } },
  );
}

/** What the caller must know of their own customer’s billing; null for whom it does not concern. */
async function noticeOf({ db, now }: Services, actor: Actor) {
  const billed = await billedOf(db, actor.customerId, now());
  const person = await db
    .selectFrom('app_user as u')
    .innerJoin('customer as c', 'c.id', 'u.customer_id')
    .select(['u.alerts', 'c.past_due as isPastDue', 'c.past_due_notice as words'])
    .where('u.customer_id', '=', actor.customerId)
    .where('u.id', '=', actor.userId)
    .executeTakeFirst();
  if (!billed || !person || !(person.alerts['billing'] === true || may(actor, 'billing.read'))) return null;
  if (await isSuspendedForDebt(db, billed, now())) return { state: 'suspended' as const, words: messages.accountSuspended };
  return person.isPastDue ? { state: 'pastDue' as const, words: person.words ?? '' } : null;
}
