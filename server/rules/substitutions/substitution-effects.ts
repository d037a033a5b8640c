import { sql } from 'kysely';
import { ruleMessages } from '#domain/rules/problems/rule-messages.ts';
import type { CommandEffects } from '#server/commands/effects.ts';

/** Server-side effects of substitution commands: a name cannot be removed while rules rewrite to it. */
export const substitutionEffects: Pick<CommandEffects, Extract<keyof CommandEffects, `substitution${string}`>> = {
  'substitutionTarget.save.v1': { guard: 'none', completes: 'none' },
  'substitutionTarget.remove.v1': {
    guard: async (tx, { customerId }, { id }) => {
      const { rows } = await sql`
        select 1 from substitution_rule
        where customer_id = ${customerId} and not deleted and (row ->> 'targetId')::bigint = ${id} limit 1`.execute(tx);
      return rows.length > 0 ? { code: 'invalid', message: ruleMessages.substitutionsExist, conflicts: [] } : null;
    },
    completes: 'none',
  },
  'substitutionTarget.restore.v1': { guard: 'none', completes: 'none' },
  'substitutionRule.save.v1': { guard: 'none', completes: 'none' },
  'substitutionRule.remove.v1': { guard: 'none', completes: 'none' },
  'substitutionRule.restore.v1': { guard: 'none', completes: 'none' },
};
