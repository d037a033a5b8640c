import type { SubstitutionRuleRow, SubstitutionTargetRow, SubstitutionType } from '#contract/rows/rule-rows.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';

/** The substitution rules of one type, and the names they substitute. */
export type SubstitutionLists = {
  readonly type: SubstitutionType;
  readonly targets: readonly SubstitutionTargetRow[];
  readonly rules: readonly SubstitutionRuleRow[];
  readonly readOnly: boolean;
};

/** This device's lists of each type; null until they are read. */
export function useSubstitutionLists(): ((type: SubstitutionType) => SubstitutionLists) | null {
  const { may } = useSession();
  const targets = useCollection('substitutionTarget');
  const rules = useCollection('substitutionRule');
  if (!targets.ready || !rules.ready) return null;
  const of = <T extends { objectType: number; purged: boolean }>(rows: readonly T[], type: SubstitutionType) =>
    rows.filter(({ objectType, purged }) => objectType === type && !purged);
  return (type) => ({ type, targets: of(targets.rows, type), rules: of(rules.rows, type), readOnly: !may('rules.write') });
}
