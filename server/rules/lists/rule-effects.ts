import { type RawBuilder, sql } from 'kysely';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import type { RowWrite } from '#domain/commands/kit/command.ts';
import type { Sent } from '#server/commands/decide.ts';
import type { Changed, CommandEffects, Completed } from '#server/commands/effects.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { guardRuleActivation, guardRuleDeletion, guardRuleSave } from './rule-rejection.ts';

/** Stores a version of each saved rule, and copies a global rule to every other customer. */
const completes = async (tx: Tx, sent: Sent, _args: unknown, { writes }: Changed): Promise<Completed> => {
  await shareGlobalRules(tx, sent, writes);
  return { writes, statements: ruleVersions(sent, writes) };
};

/** Server-side effects of commands that change rules. */
export const ruleEffects: Pick<CommandEffects, Extract<keyof CommandEffects, `rule.${string}`>> = {
  'rule.save.v1': { guard: guardRuleSave, completes },
  'rule.activate.v1': { guard: guardRuleActivation, completes },
  'rule.delete.v1': { guard: guardRuleDeletion, completes },
  'rule.restore.v1': { guard: 'none', completes },
  'rule.purge.v1': { guard: 'none', completes },
};

/** The customer whose rules were saved, and the arguments of the command. */
type SavedIn = Pick<Sent, 'customerId' | 'args'>;

const rulesIn = (writes: readonly RowWrite[]): StoredRule[] =>
  writes.flatMap((write) => (write.collection === 'rule' ? [write.row] : []));

/** The statement that stores each saved rule as a version, with the user's note. */
export function ruleVersions({ customerId, args }: SavedIn, writes: readonly RowWrite[]): RawBuilder<unknown>[] {
  const rules = rulesIn(writes);
  if (rules.length === 0) return [];
  const given = (args as { words?: unknown }).words;
  const words = typeof given === 'string' ? given : '';
  return [
    sql`insert into rule_version (customer_id, rule_id, version, row, by, words, at)
      select ${customerId}, v.id, v.version, v.row, v.by, ${words}, v.at
      from jsonb_to_recordset(${JSON.stringify(rules.map((row) => ({ ...row, row })))}::jsonb)
        as v(id bigint, version integer, row jsonb, by text, at timestamptz)`,
  ];
}

/**
 * Writes a global rule to every other customer's list, in the transaction that saves it. All copies share one id and version,
 * so if two administrators save through two customers at once, each waits for the other's copies, and the later one finds a
 * newer version. Customers are locked in order of id [edge case 32].
 */
export async function shareGlobalRules(tx: Tx, sent: SavedIn, writes: readonly RowWrite[]): Promise<void> {
  const rules = rulesIn(writes).filter(({ global }) => global);
  if (rules.length === 0) return;
  const others = await tx
    .selectFrom('customer')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('id', '!=', sent.customerId)
    .orderBy('id')
    .execute();
  for (const { id } of others) {
    const copies = rules.map((row) => ({ collection: 'rule', row }) as const);
    await writeRows(
      tx,
      id,
      copies.map((copy) => (copy.row.purged ? { collection: 'rule', id: copy.row.id, removed: true } : copy)),
      () => ruleVersions({ ...sent, customerId: id }, copies),
    );
  }
}
