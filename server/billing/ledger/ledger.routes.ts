import {
  addLedgerEntry,
  discardDraft,
  listPastDue,
  makeDrafts,
  readCustomerBilling,
  saveTerms,
  sendDraft,
  suspendCustomer,
} from '#contract/billing/ledger.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { amountOf, centsOf } from '#domain/billing/money.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { newestTerms } from '#server/people/customers/subscription-terms.ts';
import { billedOf, lockBilled } from '../accounting/billed.ts';
import { addEntry } from '../book/add-entry.ts';
import { agreePrices, readAccount, startAccount } from '../book/billing-account.ts';
import { makeDraftsOf } from '../book/drafts.ts';
import { refreshPastDue, setStatus } from '../book/past-due.ts';
import { customerBilling, pastDueCustomers } from './customer-billing.ts';
import { sendDraftOf } from './send-draft.ts';

/** What staff do with the ledger of a customer. */
export const ledgerRoutes: Handler[] = [
  handle(listPastDue, async (_args, { services: { db } }) => ok(await pastDueCustomers(db))),

  handle(readCustomerBilling, async ({ cust }, { services: { db, now } }) => {
    const billed = await billedOf(db, cust, now());
    return billed ? ok(await customerBilling(db, billed, now())) : no({ kind: 'not_found' });
  }),

  handle(makeDrafts, { audit: 'invoice.drafts' }, async ({ cust }, { tx, services: { now } }) => {
    const billed = await lockBilled(tx, cust, now());
    if (!billed) return no({ kind: 'not_found' });
    const made = await makeDraftsOf(tx, billed, now());
    const words = made === 0 ? 'No period is over that has no invoice.' : made === 1 ? '1 draft made.' : `${made} drafts made.`;
    if (made === 0) return unchanged({ message: words, made });
    return done({ message: words, made }, { object: ['customer', cust], facts: { made } });
  }),

  handle(sendDraft, { audit: 'invoice.send' }, sendDraftOf),

  handle(discardDraft, { audit: 'invoice.discard' }, async ({ cust, invoiceId }, { tx, services: { now } }) => {
    const billed = await lockBilled(tx, cust, now());
    if (!billed) return no({ kind: 'not_found' });
    const invoice = await tx
      .selectFrom('invoice')
      .select(['state', 'from_on', 'total_cents'])
      .where('customer_id', '=', cust)
      .where('id', '=', invoiceId)
      .executeTakeFirst();
    if (!invoice) return no(absent('invoice', invoiceId));
    if (invoice.state !== 'draft')
      return no({ kind: 'invalid', fields: { invoiceId: 'Only a draft is discarded. Void a sent invoice.' } });
    await tx
      .updateTable('invoice')
      .set({ state: 'discarded' })
      .where('customer_id', '=', cust)
      .where('id', '=', invoiceId)
      .execute();
    const facts = { from: invoice.from_on, total: amountOf(invoice.total_cents) };
    return done({ message: messages.saved }, { object: ['invoice', invoiceId], facts });
  }),

  handle(addLedgerEntry, { audit: 'invoice.entry' }, async ({ cust, invoiceId, ...sent }, { tx, actor, services: { now } }) => {
    const billed = await lockBilled(tx, cust, now());
    if (!billed) return no({ kind: 'not_found' });
    const { kind, voids, reference, key, onDay = billed.today } = sent;
    if (onDay > billed.today) return no({ kind: 'invalid', fields: { onDay: 'Write today or an earlier day.' } });
    const cents = sent.amount === undefined || kind === 'void' ? null : centsOf(sent.amount);
    const entry = { kind, cents, voids: kind === 'void' ? voids : null, reference, onDay, key, by: actor.name };
    const added = await addEntry(tx, billed, invoiceId, entry, now());
    switch (added.kind) {
      case 'absent':
        return no(absent('invoice', invoiceId));
      case 'refused':
        return no({ kind: 'invalid', fields: { ...added.problems } });
      case 'known':
        return unchanged({ message: messages.saved, open: amountOf(added.open) });
      case 'added':
        return done(
          { message: messages.saved, open: amountOf(added.open) },
          {
            object: ['invoice', invoiceId],
            facts: { name: added.invoice.number, kind, amount: amountOf(added.cents), takesBack: voids !== null, reference },
          },
        );
    }
  }),

  handle(suspendCustomer, { audit: 'billing.suspend' }, async ({ cust, isSuspended }, { tx, services: { now } }) => {
    const billed = await lockBilled(tx, cust, now());
    if (!billed) return no({ kind: 'not_found' });
    const { suspendedFrom } = await readAccount(tx, billed, now());
    const { status } = billed;
    const was = status === 'suspended' && suspendedFrom !== null;
    if (was === isSuspended) return unchanged({ message: messages.saved });
    if (!isSuspended) {
      const before = suspendedFrom ?? 'active';
      await setStatus(tx, cust, { status: before, suspendedFrom: null, from: 'suspended' });
      return done({ message: messages.saved }, { object: ['customer', cust], changed: { status: ['suspended', before] } });
    }
    if (status !== 'active' && status !== 'trial')
      return no({
        kind: 'invalid',
        fields: { isSuspended: 'Only an active customer is suspended. Its status is in its profile.' },
      });
    await startAccount(tx, billed, now());
    await refreshPastDue(tx, billed, now());
    const { past_due: isLate } = await tx
      .selectFrom('customer')
      .select('past_due')
      .where('id', '=', cust)
      .executeTakeFirstOrThrow();
    if (!isLate)
      return no({
        kind: 'invalid',
        fields: { isSuspended: 'Nothing is past due. To stop its work for another reason, change its status.' },
      });
    await setStatus(tx, cust, { status: 'suspended', suspendedFrom: status, from: status });
    return done({ message: messages.saved }, { object: ['customer', cust], changed: { status: [status, 'suspended'] } });
  }),

  handle(saveTerms, { audit: 'billing.terms' }, async ({ cust, ...sent }, { tx, services: { now } }) => {
    const billed = await lockBilled(tx, cust, now());
    if (!billed) return no({ kind: 'not_found' });
    if (billed.isProvider) return no({ kind: 'invalid', fields: { cust: 'The provider has no subscription.' } });
    await startAccount(tx, billed, now());
    const before = await newestTerms(tx, cust);
    const prices = {
      month_cents: centsOf(sent.monthPrice) ?? 0,
      connection_cents: centsOf(sent.connectionPrice) ?? 0,
      user_cents: centsOf(sent.userPrice) ?? 0,
    };
    const shown = (terms: typeof prices | undefined) =>
      terms && {
        monthPrice: amountOf(terms.month_cents),
        connectionPrice: amountOf(terms.connection_cents),
        userPrice: amountOf(terms.user_cents),
      };
    const changed = changesBetween(shown(before), { ...shown(prices) });
    if (Object.keys(changed).length === 0) return unchanged({ message: messages.saved });
    await agreePrices(tx, billed, prices, now());
    return done({ message: messages.saved }, { object: ['customer', cust], changed });
  }),
];
