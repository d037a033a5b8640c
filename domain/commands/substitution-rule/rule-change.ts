import type { CommandArgs } from '#contract/commands/commands.ts';
import type { Result } from '#contract/kit/result.ts';
import type { SubstitutionRuleRow, SubstitutionType } from '#contract/rows/rule-rows.ts';
import { emptyLabel } from '#domain/rules/problems/rule-messages.ts';
import type { CommandContext, CommandRefusal, RowReader } from '../kit/command.ts';
import { keysOf } from '../kit/each-row.ts';
import { held, refused, rowNamed, wholeRow, wholeRowUndo } from '../kit/versioned.ts';

export const removedRule = 'This substitution rule was removed.';

/** The documented rule type of a new substitution rule. */
export const newRuleType = 6;

/** Identifies the target as well, because a device may have created both. */
export const targetNamed = { collection: 'substitutionTarget', id: 'targetId', ref: 'targetRef', does: 'names' } as const;

/** The common part of changes of one substitution rule. */
export const ruleChange = {
  ...wholeRow('substitutionRule'),
  area: 'rules',
  heading: 'substitutions',
  shownOn: 'substitutions',
  needs: () => ['rules.write'] as const,
  forbidden: 'standard',
  refs: [rowNamed('substitutionRule', 'names')],
  reads: () => [],
} as const;

/** The row that a write of a substitution rule reads: its target. */
export const readTarget = ({ targetId }: { readonly targetId: number }) => keysOf('substitutionTarget', [targetId]);

type Content = { readonly objectType: SubstitutionType; readonly rule: string; readonly targetId: number };

/** Why a substitution rule cannot be saved: its target must exist and be of the same kind, and its pattern must be valid. */
export function ruleRefusal(
  rows: RowReader,
  { objectType, rule, targetId }: Content,
  { patternProblem }: CommandContext,
): Extract<Result<never, CommandRefusal>, { ok: false }> | null {
  if (held(rows, 'substitutionTarget', targetId)?.objectType !== objectType)
    return refused('invalid', 'Choose the name that texts are rewritten to.');
  const problem = rule.trim() === '' ? emptyLabel : patternProblem?.(rule);
  return problem ? refused('invalid', problem) : null;
}

/** The arguments that restore a substitution rule. `version` is the version of the row they replace. */
const ruleBack = (
  { id, ref, objectType, rule, targetId, caseSensitive }: SubstitutionRuleRow,
  version: number,
): CommandArgs<'substitutionRule.restore.v1'> => ({
  id,
  ref,
  version,
  objectType,
  rule,
  targetId,
  targetRef: null,
  caseSensitive,
});

/** The changes that undo saving, removing and restoring. */
export const ruleUndo = wholeRowUndo('substitutionRule', {
  remove: ({ id, ref }: CommandArgs<'substitutionRule.remove.v1'>) => ({ name: 'substitutionRule.remove.v1', args: { id, ref } }),
  restore: (row, version) => ({ name: 'substitutionRule.restore.v1', args: ruleBack(row, version) }),
});
