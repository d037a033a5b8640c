import type { Selectable } from 'kysely';
import { type Balance, balanceOf, type Entry } from '#domain/billing/ledger.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { BillingTables } from '#server/kit/db/tables/billing-tables.ts';

type InvoiceRow = Selectable<BillingTables['invoice']>;
export type EntryRow = Selectable<BillingTables['ledger_entry']>;
export type LineRow = Selectable<BillingTables['invoice_line']>;

/** An invoice with its entries, the oldest first, and what they leave open. */
export type LedgerInvoiceRow = InvoiceRow & { readonly entries: readonly EntryRow[]; readonly balance: Balance };

/** The invoices of a customer with their entries, newest first; one of them if `invoiceId` says which. */
export async function ledgerOf(db: Db | Tx, customerId: number, invoiceId?: number): Promise<LedgerInvoiceRow[]> {
  const ofOne = invoiceId !== undefined;
  const invoices = await db
    .selectFrom('invoice')
    .selectAll()
    .where('customer_id', '=', customerId)
    .$if(ofOne, (query) => query.where('id', '=', invoiceId ?? 0))
    .orderBy('from_on', 'desc')
    .execute();
  const entries = await db
    .selectFrom('ledger_entry')
    .selectAll()
    .where('customer_id', '=', customerId)
    .$if(ofOne, (query) => query.where('invoice_id', '=', invoiceId ?? 0))
    .orderBy('id')
    .execute();
  return invoices.map((invoice) => {
    const own = entries.filter((entry) => entry.invoice_id === invoice.id);
    return { ...invoice, entries: own, balance: balanceOf(invoice.total_cents, own.map(entryOf)) };
  });
}

/** An entry as the ledger judges it. */
export const entryOf = ({ id, kind, amount_cents: cents, voids }: EntryRow): Entry => ({ id, kind, cents, voids });

/** A sent invoice, whose number and days are known. */
export type SentInvoiceRow = LedgerInvoiceRow & { readonly number: string; readonly created_on: string; readonly due_on: string };

export const isSent = (invoice: LedgerInvoiceRow): invoice is SentInvoiceRow => invoice.state === 'sent';

/** The lines of invoices of a customer, in their order. */
export const linesOf = (db: Db | Tx, customerId: number, invoiceIds: readonly number[]): Promise<LineRow[]> =>
  invoiceIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('invoice_line')
        .selectAll()
        .where('customer_id', '=', customerId)
        .where('invoice_id', 'in', invoiceIds)
        .orderBy('invoice_id')
        .orderBy('place')
        .execute();
