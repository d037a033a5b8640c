import { sql } from 'kysely';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/**
 * The pages of a customer's invoices in accounts outside that are connected now, by the ID of the invoice. Only open ones have a page that
 * takes payments.
 */
export async function mirrorPages(db: Db | Tx, customerId: number): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; page: string }>`
    select own_id as id, page from accounting_link
    where customer_id = ${customerId} and account = accounting_account() and kind = 'invoice' and state = 'open' and page is not null`.execute(
    db,
  );
  return new Map(rows.map(({ id, page }) => [id, page]));
}
