import { sql } from 'kysely';
import { isOwnEntry, paymentStep } from '#domain/billing/mirror.ts';
import { amountOf, usd } from '#domain/billing/money.ts';
import { daysAfter } from '#domain/billing/periods.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { noteError } from '#server/kit/lib/error-events.ts';
import { type AccessRow, setAccess } from '#server/system/freshbooks/freshbooks-access.ts';
import type { FreshBooksProblem } from '#server/system/freshbooks/freshbooks-client.ts';
import { centsOfMoney, type FreshBooksPayment, type FreshBooksPort } from '#server/system/freshbooks/freshbooks-port.ts';
import type { Billed } from '../accounting/accounting.ts';
import { lockBilled } from '../accounting/billed.ts';
import { addEntry } from '../book/add-entry.ts';

type Pull = {
  readonly db: Db;
  readonly now: () => Date;
  readonly row: AccessRow;
  readonly port: FreshBooksPort;
  readonly keyOf: (paymentId: number) => string;
};

/** The key of the entry of a payment at FreshBooks: whatever brings it again, it is one entry. */
export const paymentKey = (paymentId: number): string => `freshbooks ${paymentId}`;

/** FreshBooks filters by day, in a time zone that it does not name. */
const overlapDays = 2;

/** Takes the payments that were made or deleted at FreshBooks since they were read last. Returns the problem of the call; null if it worked. */
export async function pullPayments(pull: Pull): Promise<FreshBooksProblem | null> {
  const { db, now, row, port } = pull;
  const at = now();
  const first = await firstLink(db, row.account ?? '');
  if (first === null) return (await setAccess(db, row, { polled_at: at }), null);
  const since = daysAfter((row.polled_at ?? first).slice(0, 10), -overlapDays);
  const payments = await port.paymentsSince(since);
  if (!payments.ok) return payments.error;
  for (const payment of payments.value) if (!isOwnEntry(payment.note, row.mark)) await takePayment(pull, payment);
  await setAccess(db, row, { polled_at: at });
  return null;
}

/** When the first invoice went to the account; null before. */
const firstLink = async (db: Db, account: string): Promise<string | null> =>
  (
    await db
      .selectFrom('accounting_link')
      .select((e) => e.fn.min('made_at').as('at'))
      .where('account', '=', account)
      .where('kind', '=', 'invoice')
      .executeTakeFirst()
  )?.at ?? null;

async function takePayment(pull: Pull, payment: FreshBooksPayment): Promise<void> {
  const { db, row } = pull;
  const invoice = await db
    .selectFrom('accounting_link')
    .select(['customer_id as customerId', 'own_id as invoiceId'])
    .where('account', '=', row.account)
    .where('kind', '=', 'invoice')
    .where('ext_id', '=', payment.invoiceid ?? 0)
    .executeTakeFirst();
  if (!invoice) return;
  await db.transaction().execute(async (tx) => {
    const billed = await lockBilled(tx, invoice.customerId, pull.now());
    if (billed) await takeInto(pull, tx, { billed, invoiceId: invoice.invoiceId, payment });
  });
}

type Taken = { readonly billed: Billed; readonly invoiceId: number; readonly payment: FreshBooksPayment };

/** Does in the ledger what a payment there means here. The row of the customer is locked. */
async function takeInto(pull: Pull, tx: Tx, taken: Taken): Promise<void> {
  const { billed, payment } = taken;
  if (await isOfEntryHere(pull, tx, billed.id, payment.id)) return;
  const here = await entryHere(tx, billed.id, pull.keyOf(payment.id));
  const step = paymentStep({ id: payment.id, cents: centsOfMoney(payment.amount), isDeleted: payment.vis_state !== 0 }, here);
  switch (step.kind) {
    case 'add':
      return add(pull, tx, taken, { kind: 'payment', cents: step.cents, voids: null });
    case 'void':
      return add(pull, tx, taken, { kind: 'void', cents: null, voids: step.entryId });
    case 'differs':
      return differs(pull, tx, taken, step.words);
    case 'nothing':
      return settled(pull, tx, taken);
  }
}

/** Whether a payment there came from an entry here, also if people changed its note. */
const isOfEntryHere = async ({ row }: Pull, tx: Tx, customerId: number, paymentId: number): Promise<boolean> =>
  (await tx
    .selectFrom('accounting_link as l')
    .innerJoin('ledger_entry as e', (join) => join.onRef('e.customer_id', '=', 'l.customer_id').onRef('e.id', '=', 'l.own_id'))
    .select('l.own_id')
    .where('l.customer_id', '=', customerId)
    .where('l.account', '=', row.account)
    .where('l.kind', '=', 'entry')
    .where('l.ext_id', '=', paymentId)
    .where('e.key', 'not like', 'freshbooks %')
    .executeTakeFirst()) !== undefined;

async function entryHere(tx: Tx, customerId: number, key: string) {
  const { rows } = await sql<{ id: number; cents: number; isVoid: boolean }>`
    select e.id, e.amount_cents as cents,
      exists (select from ledger_entry v where v.customer_id = e.customer_id and v.voids = e.id) as "isVoid"
    from ledger_entry e where e.customer_id = ${customerId} and e.key = ${key}`.execute(tx);
  return rows[0] ?? null;
}

type Step = { readonly kind: 'payment' | 'void'; readonly cents: number | null; readonly voids: number | null };

async function add(pull: Pull, tx: Tx, taken: Taken, step: Step): Promise<void> {
  const { now, keyOf } = pull;
  const { billed, invoiceId, payment } = taken;
  const key = step.kind === 'void' ? `${keyOf(payment.id)} void` : keyOf(payment.id);
  const onDay = step.kind === 'void' || payment.date > billed.today ? billed.today : payment.date;
  const entry = { ...step, reference: `FreshBooks payment ${payment.id}`, onDay, key, by: 'FreshBooks' };
  const added = await addEntry(tx, billed, invoiceId, entry, now());
  if (added.kind === 'refused') return differs(pull, tx, taken, Object.values(added.problems).join(' '));
  if (added.kind !== 'added') return;
  await keepPaymentLink(pull, tx, taken, step);
  await settled(pull, tx, taken);
  await writeAudit(tx, {
    customerId: billed.id,
    at: now(),
    actorId: null,
    userId: null,
    name: step.kind === 'void' ? 'billing.payment.removed' : 'billing.payment.received',
    object: ['invoice', invoiceId],
    facts: { name: added.invoice.number, amount: amountOf(added.cents) },
  });
}

/** A payment that was taken or deleted is nothing for a person to look at any more. */
const settled = async ({ row }: Pull, tx: Tx, { billed, payment }: Taken): Promise<void> =>
  void (await tx
    .deleteFrom('accounting_difference')
    .where('customer_id', '=', billed.id)
    .where('account', '=', row.account ?? '')
    .where('payment_id', '=', payment.id)
    .execute());

/** Remembers which entry is which payment there, so that taking it back here removes it there. */
async function keepPaymentLink(
  { row, now, keyOf }: Pull,
  tx: Tx,
  { billed, payment }: Taken,
  { kind, voids }: Step,
): Promise<void> {
  const entryId = voids ?? (await entryHere(tx, billed.id, keyOf(payment.id)))?.id;
  if (entryId === undefined) return;
  const state = kind === 'void' ? ('removed' as const) : ('open' as const);
  await tx
    .insertInto('accounting_link')
    .values({
      customer_id: billed.id,
      account: row.account ?? '',
      kind: 'entry',
      own_id: entryId,
      state,
      ext_id: payment.id,
      made_at: now(),
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'account', 'kind', 'own_id']).doUpdateSet({ state }))
    .execute();
}

/** Shows staff a payment that cannot be taken as it is, and counts it as an error once. */
async function differs({ row, now }: Pull, tx: Tx, { billed, invoiceId, payment }: Taken, why: string): Promise<void> {
  const cents = centsOfMoney(payment.amount);
  const amount = cents === null ? `${payment.amount.amount} ${payment.amount.code}` : usd(cents);
  const words = `FreshBooks has a payment of ${amount} (${payment.id}) that the ledger did not take. ${why}`;
  const { rows } = await sql<{ isNew: boolean }>`
    insert into accounting_difference (customer_id, account, payment_id, invoice_id, words, at)
    values (${billed.id}, ${row.account}, ${payment.id}, ${invoiceId}, ${words}, ${now()})
    on conflict (customer_id, account, payment_id) do update set words = excluded.words
    returning xmax = 0 as "isNew"`.execute(tx);
  if (rows[0]?.isNew === true)
    await noteError(tx, { customerId: billed.id, kind: 'accounting_failed', at: now(), about: `Payment ${payment.id}`, words });
}
