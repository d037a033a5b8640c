import { sql } from 'kysely';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { writeRows } from '../feed/publish.ts';
import type { Tx } from '../kit/db/connection.ts';

/**
 * Gives a customer the global rules as the others have them: all of them to a new customer, the changes of meanwhile to one that
 * was restored.
 */
export async function giveGlobalRules(tx: Tx, customerId: number): Promise<void> {
  const { rows } = await sql<{ row: StoredRule }>`
    select distinct on (r.id) r.row from rule r join customer c on c.id = r.customer_id
    where not r.deleted and r.row -> 'global' = 'true' and r.customer_id <> ${customerId} and c.deleted_at is null
    order by r.id`.execute(tx);
  const { rows: own } = await sql<{ id: number }>`
    select id from rule where customer_id = ${customerId} and not deleted and row -> 'global' = 'true'`.execute(tx);
  const current = new Set(rows.map(({ row }) => row.id));
  const removed = own.filter(({ id }) => !current.has(id));
  if (rows.length + removed.length === 0) return;
  await writeRows(tx, customerId, [
    ...rows.map(({ row }) => ({ collection: 'rule', row }) as const),
    ...removed.map(({ id }) => ({ collection: 'rule', id, removed: true }) as const),
  ]);
}
