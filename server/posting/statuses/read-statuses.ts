import { sql } from 'kysely';
import type { CustomerStatus } from '#contract/posting/statuses.ts';
import type { CustomerStatusRow } from '#contract/rows/customer-status.ts';
import { defaultStatusOf } from '#domain/statuses/expanded-status.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';

/** A customer's own statuses, in the order of their ids. */
export const customerStatusRows = (db: Db | Tx, customerId: number): Promise<CustomerStatusRow[]> =>
  rowsOf(db, customerId, 'customerStatus');

/** A customer's own statuses as the documented calls show them, sorted by name. Exactly one is the default, if there are any. */
export async function statusesOf(db: Db | Tx, customerId: number): Promise<CustomerStatus[]> {
  const rows = await customerStatusRows(db, customerId);
  const chosen = defaultStatusOf(rows);
  return rows.map(({ id, name }) => ({ id, name, isDefault: id === chosen?.id })).sort((a, b) => a.name.localeCompare(b.name));
}

/** Makes others wait until this transaction ends who would change the customer's statuses or what vendors' texts mean. */
export async function holdStatuses(tx: Tx, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`statuses of ${customerId}`}, 0))`.execute(tx);
}
