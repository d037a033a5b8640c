import { ok } from '#contract/kit/result.ts';
import { hasReference } from '#domain/billing/mirror.ts';
import { type MirrorWork, makeOnce, referenceOf } from './make-once.ts';
import { removed } from './mirror-invoice.ts';
import type { Claim, WorkEnd } from './mirror-rows.ts';

/** Brings a payment or a credit to FreshBooks, so that no one pays there what is paid here. */
export async function mirrorEntry(work: MirrorWork, claim: Claim): Promise<WorkEnd> {
  const { port } = work;
  if (claim.state === 'removing') return removed(await port.removePayment(claim.extId ?? 0), claim);
  const entry = await entryOf(work, claim);
  if (!entry) return { kind: 'there', state: 'removed', extId: null };
  const reference = referenceOf(work, claim);
  const made = await makeOnce(work, claim, {
    async find() {
      const payments = await port.paymentsOf(entry.invoiceExtId);
      return payments.ok ? ok(payments.value.find(({ note }) => hasReference(note, reference))?.id) : payments;
    },
    async make() {
      const payment = await port.createPayment({
        invoiceId: entry.invoiceExtId,
        cents: entry.cents,
        onDay: entry.onDay,
        type: entry.kind === 'credit' ? 'Credit' : 'Check',
        note: `${entry.reference} ${reference}`.trim(),
      });
      return payment.ok ? ok(payment.value.id) : payment;
    },
  });
  return 'kind' in made ? made : { kind: 'there', state: 'open', extId: made.extId };
}

/** The entry with the invoice there; undefined if it was taken back before it was asked for. One in doubt is looked up first. */
async function entryOf({ db }: MirrorWork, { customerId, account, ownId, state }: Claim) {
  const entry = await db
    .selectFrom('ledger_entry as e')
    .innerJoin('accounting_link as i', (join) =>
      join
        .onRef('i.customer_id', '=', 'e.customer_id')
        .onRef('i.own_id', '=', 'e.invoice_id')
        .on('i.account', '=', account)
        .on('i.kind', '=', 'invoice'),
    )
    .leftJoin('ledger_entry as v', (join) => join.onRef('v.customer_id', '=', 'e.customer_id').onRef('v.voids', '=', 'e.id'))
    .select([
      'e.kind',
      'e.amount_cents as cents',
      'e.on_day as onDay',
      'e.reference',
      'i.ext_id as invoiceExtId',
      'v.id as voidId',
    ])
    .where('e.customer_id', '=', customerId)
    .where('e.id', '=', ownId)
    .executeTakeFirst();
  if (!entry || entry.invoiceExtId === null || (entry.voidId !== null && state === 'waiting')) return undefined;
  return { ...entry, invoiceExtId: entry.invoiceExtId };
}
