import { sql } from 'kysely';
import type { Tx } from '#server/kit/db/connection.ts';
import { storingMailer } from '#server/kit/lib/mail.ts';
import type { Billed } from '../accounting/accounting.ts';

/**
 * Informs the people of a customer who get billing alerts that it became past due: in the bell, and by email. Once for each day on which it
 * becomes that, so that an entry and its void send nothing twice.
 */
export async function announcePastDue(tx: Tx, billed: Billed, notice: string): Promise<void> {
  const people = await tx
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where('customer_id', '=', billed.id)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`alerts ->> 'billing' = 'true'`)
    .orderBy('id')
    .execute();
  for (const { id, email } of people) {
    const cause = `past due ${billed.today} ${id}`;
    if (await isMailed(tx, billed.id, cause)) continue;
    await tx
      .insertInto('notification')
      .values({ customer_id: billed.id, user_id: id, kind: 'past_due', text: `${billed.name}: ${notice}`, link: '/billing' })
      .execute();
    await storingMailer.send(tx, {
      customerId: billed.id,
      cause,
      to: email,
      subject: `Invoices of ${billed.name.replaceAll(/\s+/g, ' ')} are past due`,
      text: `${notice}\n\nBilling in Jobdock lists the invoices and where they can be paid. If it is paid already, you need do nothing: this ends when the payment arrives.`,
    });
  }
}

const isMailed = async (tx: Tx, customerId: number, cause: string): Promise<boolean> =>
  (await tx
    .selectFrom('mail')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('cause', '=', cause)
    .executeTakeFirst()) !== undefined;
