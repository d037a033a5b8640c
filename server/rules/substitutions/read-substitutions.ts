import type { SubstitutionRuleRow, SubstitutionTargetRow } from '#contract/rows/rule-rows.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** A customer's substitution rules, and the names that they rewrite to, in order of id. */
export async function readSubstitutions(
  db: Db | Tx,
  customerId: number,
): Promise<{ readonly rules: readonly SubstitutionRuleRow[]; readonly targets: readonly SubstitutionTargetRow[] }> {
  const read = async <R>(table: 'substitution_rule' | 'substitution_target') =>
    (
      await db
        .selectFrom(table)
        .select('row')
        .where('customer_id', '=', customerId)
        .where('deleted', '=', false)
        .orderBy('id')
        .execute()
    ).map(({ row }) => row as R);
  return {
    rules: await read<SubstitutionRuleRow>('substitution_rule'),
    targets: await read<SubstitutionTargetRow>('substitution_target'),
  };
}
