import { sql } from 'kysely';
import type { Choice } from '#domain/commands/kit/command.ts';
import type { Db, Tx } from '../kit/db/connection.ts';

/**
 * Whether the customer's own list has the value. The list is chosen by the kind of the choice and, if known, its target [D1.2].
 */
export async function listsValue(tx: Db | Tx, customerId: number, choice: Choice): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ats_value
    where customer_id = ${customerId} and kind = ${choice.kind} and ext_id = ${choice.extId} and not deleted
      and (${choice.targetId}::int is null or target_id = ${choice.targetId}) limit 1`.execute(tx);
  return rows.length > 0;
}
