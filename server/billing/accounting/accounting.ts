import type { Invoice, Payment } from '#contract/billing/invoices.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { InvoicePageOf } from './invoice-page.ts';

/** The customer that an accounting provider is asked about, as the caller read it. Days are those of its zone. */
export type Billed = {
  readonly id: number;
  readonly name: string;
  readonly isProvider: boolean;
  readonly zone: string;
  readonly status: 'active' | 'trial' | 'suspended' | 'inactive';
  /** The id that the accounting provider knows the customer by; blank with the built-in ledger. */
  readonly extId: string;
  /** Its data is made up, so that its invoices can be paid on the page of the demo. */
  readonly isDemo: boolean;
  readonly today: string;
};

/** An invoice with its cents and the page that takes its payment, beside what calls show of it. */
export type AccountInvoice = Invoice & {
  readonly openCents: number;
  readonly totalCents: number;
  readonly paidCents: number;
  /** The page where it can be paid; blank where none takes payments. */
  readonly payLink: string;
};

/** What the accounting knows of a customer: its sent invoices, and its payments that hold, both newest first. */
export type BilledAccount = { readonly invoices: readonly AccountInvoice[]; readonly payments: readonly Payment[] };

/** An invoice as a file. `name` is the name of the file. */
export type InvoiceFile = { readonly name: string; readonly content: Uint8Array };

/**
 * Who keeps the accounts. Summary, list, payments, statement and notices are made of `account` alone, so a provider answers two
 * questions: what it knows of a customer, and one of its invoices as a file. `pageOf` gives the address of an invoice's page. `invoiceFile` is
 * undefined for an invoice that the customer does not have.
 */
export type Accounting = {
  account(db: Db | Tx, billed: Billed, pageOf: InvoicePageOf): Promise<BilledAccount>;
  invoiceFile(db: Db | Tx, billed: Billed, invoiceId: number): Promise<InvoiceFile | undefined>;
};
