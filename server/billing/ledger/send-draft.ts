import { messages } from '#contract/kit/messages.ts';
import { no } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { monthsAfter } from '#domain/billing/periods.ts';
import { unprintableWords } from '#domain/billing/printable.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import type { Actor, Services } from '#server/kit/http/handle.ts';
import { lockBilled } from '../accounting/billed.ts';
import { invoicePages } from '../accounting/invoice-page.ts';
import { refreshPastDue } from '../book/past-due.ts';
import { builtInLedger } from '../built-in/built-in-ledger.ts';
import { mailInvoice, primaryAddress } from '../invoices/send-invoice.ts';

type Asked = { readonly cust: number; readonly invoiceId: number };
type SendCall = {
  readonly tx: Tx;
  readonly actor: Pick<Actor, 'actorId'>;
  readonly services: Pick<Services, 'mail' | 'now' | 'config' | 'secrets'>;
};

/** Months from the day of an invoice to the day by which it is paid. */
const monthsToPay = 1;

/** Sends a draft: with its number and days it is an invoice, which is never changed again. */
export async function sendDraftOf({ cust, invoiceId }: Asked, { tx, actor, services }: SendCall) {
  const { mail, now } = services;
  const billed = await lockBilled(tx, cust, now());
  if (!billed) return no({ kind: 'not_found' as const });
  const draft = await tx
    .selectFrom('invoice')
    .select('state')
    .where('customer_id', '=', cust)
    .where('id', '=', invoiceId)
    .executeTakeFirst();
  if (!draft) return no(absent('invoice', invoiceId));
  if (draft.state !== 'draft') return refused('invoiceId', `This invoice is ${draft.state} already: reload the list.`);
  const to = await primaryAddress(tx, cust);
  if (to === undefined) return refused('email', 'The customer has no billing contact: add one, so that the invoice arrives.');
  const problem = unprintableWords('The name of the customer', billed.name);
  if (problem !== null) return refused('cust', problem);
  const number = await nextNumber(tx, cust);
  await tx
    .updateTable('invoice')
    .set({ state: 'sent', number, sent_at: now(), created_on: billed.today, due_on: monthsAfter(billed.today, monthsToPay) })
    .where('customer_id', '=', cust)
    .where('id', '=', invoiceId)
    .execute();
  const { invoices } = await builtInLedger.account(tx, billed, invoicePages(services));
  const invoice = invoices.find(({ id }) => id === invoiceId);
  const file = await builtInLedger.invoiceFile(tx, billed, invoiceId);
  if (!invoice || !file) throw new Error(`invoice ${invoiceId} was not sent`);
  await mailInvoice(tx, mail, billed, { invoice, file, to, cause: 'sent', owner: actor.actorId });
  await refreshPastDue(tx, billed, now());
  return done(
    { message: messages.saved },
    { object: ['invoice', invoiceId] as const, facts: { name: number, to, total: invoice.total } },
  );
}

const refused = (field: string, sentence: string) => no({ kind: 'invalid' as const, fields: { [field]: sentence } });

/** The next number of the invoices of a customer: its id, and 1 more than the sent ones. Sent invoices are never removed. */
async function nextNumber(tx: Tx, customerId: number): Promise<string> {
  const { sent } = await tx
    .selectFrom('invoice')
    .select((e) => e.fn.countAll<number>().as('sent'))
    .where('customer_id', '=', customerId)
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow();
  return `${customerId}-${String(sent + 1).padStart(4, '0')}`;
}
