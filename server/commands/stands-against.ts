import { sql } from 'kysely';
import type { CommandName } from '#contract/commands.ts';
import { ruleWords } from '#domain/rules/rule-words.ts';
import type { Tx } from '../db/connection.ts';

/** Why other rows of the customer stand against a change; null where none does. */
export async function standsAgainst(tx: Tx, customerId: number, name: CommandName, args: unknown): Promise<string | null> {
  if (name !== 'substitutionTarget.remove.v1') return null;
  const { id } = args as { id: number };
  const { rows } = await sql`
    select 1 from substitution_rule where customer_id = ${customerId} and not deleted and (row ->> 'targetId')::bigint = ${id} limit 1
    `.execute(tx);
  return rows.length > 0 ? ruleWords.substitutionsExist : null;
}
