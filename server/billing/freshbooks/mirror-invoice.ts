import { ok } from '#contract/kit/result.ts';
import { hasReference } from '#domain/billing/mirror.ts';
import { usd } from '#domain/billing/money.ts';
import { daysBetween } from '#domain/billing/periods.ts';
import { centsOfMoney } from '#server/system/freshbooks/freshbooks-port.ts';
import { isSent, type LineRow, ledgerOf, linesOf, type SentInvoiceRow } from '../book/ledger-rows.ts';
import { printedDays } from '../pdf/invoice-pdf.ts';
import { type MirrorWork, makeOnce, referenceOf } from './make-once.ts';
import type { Claim, WorkEnd } from './mirror-rows.ts';

/** Brings a sent invoice to FreshBooks: it is made as a draft, then marked as sent, so that its client can see and pay it. */
export async function mirrorInvoice(work: MirrorWork, claim: Claim): Promise<WorkEnd> {
  const { port } = work;
  if (claim.state === 'removing') return removed(await port.removeInvoice(claim.extId ?? 0), claim);
  if (claim.state === 'made' && claim.extId !== null) return openInvoice(work, claim.extId);
  const [invoice] = (await ledgerOf(work.db, claim.customerId, claim.ownId)).filter(isSent);
  const clientId = await clientOf(work, claim);
  if (!invoice || clientId === undefined) return { kind: 'failed', words: 'The customer is not linked to a client any more.' };
  const made = await makeInvoice(work, claim, clientId, invoice);
  if ('kind' in made) return made;
  const there = await port.invoice(made.extId);
  if (!there.ok) return { kind: 'stopped', problem: there.error, isInDoubt: true };
  const cents = there.value.amount && centsOfMoney(there.value.amount);
  if (cents !== invoice.total_cents) {
    const words = `FreshBooks counts ${typeof cents === 'number' ? usd(cents) : 'another amount'} for invoice ${invoice.number}, Jobdock ${usd(invoice.total_cents)}. Correct it there.`;
    return { kind: 'failed', words, extId: made.extId };
  }
  return { kind: 'there', state: 'made', extId: made.extId };
}

/** The client of a customer in the account; undefined if it is not linked. */
const clientOf = async ({ db }: MirrorWork, { customerId, account }: Claim): Promise<number | undefined> =>
  (
    await db
      .selectFrom('accounting_link')
      .select('ext_id')
      .where('customer_id', '=', customerId)
      .where('account', '=', account)
      .where('kind', '=', 'client')
      .where('state', '=', 'made')
      .executeTakeFirst()
  )?.ext_id ?? undefined;

async function makeInvoice(work: MirrorWork, claim: Claim, clientId: number, invoice: SentInvoiceRow) {
  const reference = referenceOf(work, claim);
  const lines = await linesOf(work.db, claim.customerId, [invoice.id]);
  return makeOnce(work, claim, {
    async find() {
      const invoices = await work.port.invoicesOf(clientId);
      return invoices.ok ? ok(invoices.value.find(({ notes }) => hasReference(notes, reference))?.id) : invoices;
    },
    async make() {
      const made = await work.port.createInvoice({
        clientId,
        number: invoice.number,
        createdOn: invoice.created_on,
        dueInDays: daysBetween(invoice.created_on, invoice.due_on),
        notes: `Period: ${printedDays(invoice.from_on, invoice.until_on)}\nReference: ${reference}`,
        lines: lines.map(lineOf),
      });
      return made.ok ? ok(made.value.id) : made;
    },
  });
}

/** Our lines are parts of a period, rounded over the whole invoice: the price of a line there is its amount. */
const lineOf = ({ text, from_on, until_on, quantity, amount_cents: cents }: LineRow) => ({
  name: text,
  description: `${printedDays(from_on, until_on)}${quantity > 1 ? `, ${quantity} of them` : ''}`,
  cents,
});

async function openInvoice({ port, mayOpen }: MirrorWork, extId: number): Promise<WorkEnd> {
  const sent = await port.markSent(extId);
  if (!sent.ok) return stopped(sent.error, extId);
  const link = await port.shareLink(extId);
  if (!link.ok) return stopped(link.error, extId);
  return { kind: 'there', state: 'open', extId, ...(mayOpen(link.value) && { page: link.value }) };
}

const stopped = (problem: Extract<WorkEnd, { kind: 'stopped' }>['problem'], extId: number): WorkEnd =>
  problem.kind === 'gone' || problem.kind === 'refused'
    ? { kind: 'failed', words: problem.words, extId }
    : { kind: 'stopped', problem };

/** What was removed there already is removed. */
export const removed = (
  answer: Awaited<ReturnType<MirrorWork['port']['removeInvoice']>>,
  { extId }: Pick<Claim, 'extId'>,
): WorkEnd => {
  if (answer.ok || answer.error.kind === 'gone') return { kind: 'there', state: 'removed', extId };
  return answer.error.kind === 'refused'
    ? { kind: 'failed', words: answer.error.words }
    : { kind: 'stopped', problem: answer.error };
};
