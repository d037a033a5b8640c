import { sql } from 'kysely';
import type { CommandName } from '#contract/commands/commands.ts';
import { ruleWords } from '#domain/rules/problems/rule-words.ts';
import type { Tx } from '../kit/db/connection.ts';
import { type RuleChange, ruleObjection } from '../rules/lists/rule-objection.ts';
import type { Objection } from './decide.ts';

type Wanted = { readonly customerId: number; readonly now: Date; readonly name: CommandName; readonly args: unknown };

/** Why other rows of the customer stand against a change; null where none does. */
export async function standsAgainst(tx: Tx, { customerId, now, name, args }: Wanted): Promise<Objection | null> {
  switch (name) {
    case 'substitutionTarget.remove.v1':
      return rulesOfTarget(tx, customerId, (args as { id: number }).id);
    case 'rule.save.v1':
    case 'rule.activate.v1':
    case 'rule.delete.v1':
      return ruleObjection(tx, customerId, now, { name, args } as RuleChange);
    default:
      return null;
  }
}

async function rulesOfTarget(tx: Tx, customerId: number, id: number): Promise<Objection | null> {
  const { rows } = await sql`
    select 1 from substitution_rule where customer_id = ${customerId} and not deleted and (row ->> 'targetId')::bigint = ${id} limit 1
    `.execute(tx);
  return rows.length > 0 ? { code: 'invalid', message: ruleWords.substitutionsExist, conflicts: [] } : null;
}
