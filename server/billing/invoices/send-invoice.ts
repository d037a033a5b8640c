import { sql } from 'kysely';
import { shownAmount } from '#domain/billing/money.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Mailer } from '#server/kit/lib/mail.ts';
import type { AccountInvoice, Billed, InvoiceFile } from '../accounting/accounting.ts';
import { printedDay, printedDays } from '../pdf/invoice-pdf.ts';

/** Most emails with invoices that leave for a customer within 24 hours [D10.4]. */
export const mostInvoiceMails = 50;

/** What the causes of all emails with invoices begin with. */
const causeOfAll = 'invoice ';

/** Whether a customer may send one more invoice now. */
export async function maySendMore(tx: Tx, customerId: number, now: Date): Promise<boolean> {
  const { mails } = await tx
    .selectFrom('mail')
    .select(sql<number>`count(*)::integer`.as('mails'))
    .where('customer_id', '=', customerId)
    .where('cause', 'like', `${causeOfAll}%`)
    .where('at', '>', new Date(now.getTime() - 24 * 3_600_000).toISOString())
    .executeTakeFirstOrThrow();
  return mails < mostInvoiceMails;
}

type Sent = {
  readonly invoice: AccountInvoice;
  readonly file: InvoiceFile;
  readonly to: string;
  readonly cause: string;
  readonly owner: number;
};

/**
 * Sends an invoice as PDF to an address. A second email for the same invoice, address and `cause` is not sent: a click that arrives twice
 * sends it once.
 */
export async function mailInvoice(
  tx: Tx,
  mail: Mailer,
  billed: Billed,
  { invoice, file, to, cause, owner }: Sent,
): Promise<void> {
  const { number, dueOn, fromOn, untilOn, outstanding, total, viewLink } = invoice;
  const isOpen = invoice.openCents > 0;
  const due = isOpen ? `${shownAmount(outstanding.amount)} due ${printedDay(dueOn)}` : 'paid';
  await mail.send(tx, {
    customerId: billed.id,
    cause: `${causeOfAll}${invoice.id} ${cause} ${to}`.slice(0, 200),
    to,
    subject: `Invoice ${number} from Jobdock: ${due}`,
    text: [
      `Invoice ${number} for ${billed.name.replaceAll(/\s+/g, ' ')}`,
      `Period: ${printedDays(fromOn, untilOn)}`,
      `Total: ${shownAmount(total)}`,
      isOpen ? `Open: ${shownAmount(outstanding.amount)}, due ${printedDay(dueOn)}` : 'Nothing of it is open.',
      '',
      'The invoice is attached as PDF. This page shows it, too:',
      viewLink,
    ].join('\n'),
    attachments: [{ name: file.name, type: 'application/pdf', content: file.content }],
    owner,
  });
}

/** The address of the primary billing contact of a customer; undefined if it has none. */
export async function primaryAddress(tx: Tx, customerId: number): Promise<string | undefined> {
  const contact = await tx
    .selectFrom('billing_contact')
    .select('email')
    .where('customer_id', '=', customerId)
    .where('is_primary', '=', true)
    .executeTakeFirst();
  return contact?.email;
}

/** Whether an address belongs to a billing contact or an enabled user of the customer. */
export async function isKnownAddress(tx: Tx, customerId: number, address: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select
    exists (select from billing_contact where customer_id = ${customerId} and lower(email) = lower(${address}))
    or exists (select from app_user where customer_id = ${customerId} and lower(email) = lower(${address})
      and disabled_at is null and deleted_at is null) as known`.execute(tx);
  return rows[0]?.known === true;
}
