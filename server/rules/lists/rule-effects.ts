import { type RawBuilder, sql } from 'kysely';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import type { RowWrite } from '#domain/commands/kit/command.ts';
import type { Sent } from '#server/commands/decide.ts';
import type { Changed, CommandEffects, Completed } from '#server/commands/effects.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { guardRuleActivation, guardRuleDeletion, guardRuleSave } from './rule-rejection.ts';

/** Each saved rule leaves a version, and a global one its copies in every other customer's list. */
const completes = async (tx: Tx, sent: Sent, _args: unknown, { writes }: Changed): Promise<Completed> => {
  await shareGlobalRules(tx, sent, writes);
  return { writes, statements: ruleVersions(sent, writes) };
};

/** What the service does for changes of rules. */
export const ruleEffects: Pick<CommandEffects, Extract<keyof CommandEffects, `rule.${string}`>> = {
  'rule.save.v1': { guard: guardRuleSave, completes },
  'rule.activate.v1': { guard: guardRuleActivation, completes },
  'rule.delete.v1': { guard: guardRuleDeletion, completes },
  'rule.restore.v1': { guard: 'none', completes },
  'rule.purge.v1': { guard: 'none', completes },
};

/** Where rules were saved, and by which arguments. */
type SavedIn = Pick<Sent, 'customerId' | 'args'>;

const rulesIn = (writes: readonly RowWrite[]): StoredRule[] =>
  writes.flatMap((write) => (write.collection === 'rule' ? [write.row] : []));

/** The statement that keeps each saved rule as a version of its own, with the note of the person who saved it. */
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
 * Writes a global rule to every other customer's list, in the transaction that saves it. All copies carry one id and one
 * version, so two administrators who save at once through two customers wait for each other's copies, and the later one finds a
 * newer version. Customers are taken by id [edge case 32].
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

/** Gives a new customer the global rules that the others have. */
export async function giveGlobalRules(tx: Tx, customerId: number): Promise<void> {
  const { rows } = await sql<{ row: StoredRule }>`
    select distinct on (id) row from rule where not deleted and row -> 'global' = 'true' order by id`.execute(tx);
  if (rows.length > 0)
    await writeRows(
      tx,
      customerId,
      rows.map(({ row }) => ({ collection: 'rule', row })),
    );
}
