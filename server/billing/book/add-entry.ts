import { balanceOf, judgeEntry } from '#domain/billing/ledger.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Billed } from '../accounting/accounting.ts';
import { entryOf, isSent, ledgerOf, type SentInvoiceRow } from './ledger-rows.ts';
import { refreshPastDue } from './past-due.ts';

type NewEntry = {
  readonly kind: 'payment' | 'credit' | 'void';
  /** Null for a void, which takes the amount of what it takes back. */
  readonly cents: number | null;
  readonly voids: number | null;
  readonly reference: string;
  readonly onDay: string;
  readonly key: string;
  readonly by: string;
};

type Added =
  | { readonly kind: 'added'; readonly invoice: SentInvoiceRow; readonly cents: number; readonly open: number }
  /** An entry with this key is there: the request arrived twice. */
  | { readonly kind: 'known'; readonly open: number }
  | { readonly kind: 'refused'; readonly problems: Readonly<Record<string, string>> }
  | { readonly kind: 'absent' };

/** Adds an entry to a sent invoice of a customer whose row is locked, and lets its consequences act. */
export async function addEntry(tx: Tx, billed: Billed, invoiceId: number, entry: NewEntry, now: Date): Promise<Added> {
  const [invoice] = await ledgerOf(tx, billed.id, invoiceId);
  if (!invoice) return { kind: 'absent' };
  if (!isSent(invoice))
    return { kind: 'refused', problems: { invoiceId: 'Only a sent invoice takes payments, credits and voids.' } };
  const known = await tx
    .selectFrom('ledger_entry')
    .select('invoice_id')
    .where('customer_id', '=', billed.id)
    .where('key', '=', entry.key)
    .executeTakeFirst();
  if (known) return { kind: 'known', open: invoice.balance.open };
  const judged = judgeEntry(invoice.total_cents, invoice.entries.map(entryOf), entry);
  if ('problems' in judged) return { kind: 'refused', problems: judged.problems };
  const { cents } = judged;
  await tx
    .insertInto('ledger_entry')
    .values({
      customer_id: billed.id,
      invoice_id: invoiceId,
      kind: entry.kind,
      amount_cents: cents,
      voids: entry.voids,
      key: entry.key,
      reference: entry.reference,
      on_day: entry.onDay,
      by_name: entry.by,
      made_at: now,
    })
    .execute();
  await refreshPastDue(tx, billed, now);
  const added = { id: 0, kind: entry.kind, cents, voids: entry.voids };
  return { kind: 'added', invoice, cents, open: balanceOf(invoice.total_cents, [...invoice.entries.map(entryOf), added]).open };
}
