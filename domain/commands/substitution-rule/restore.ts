import { command } from '../kit/command.ts';
import { broughtBack, rowNamed } from '../kit/versioned.ts';
import { newRuleType, readTarget, ruleChange, ruleRefusal, ruleUndo, targetNamed } from './rule-change.ts';

/** Restores a deleted substitution rule. Its target must exist. */
export const restoreSubstitutionRule = command('substitutionRule.restore.v1', {
  ...ruleChange,
  describe: ({ rule }) => ['restoreSubstitutionRule', { rule }],
  refs: [rowNamed('substitutionRule', 'restores'), targetNamed],
  reads: readTarget,
  apply: (rows, { id, ref, version, objectType, rule, targetId, caseSensitive }, context) =>
    ruleRefusal(rows, { objectType, rule, targetId }, context) ??
    broughtBack(
      'substitutionRule',
      rows,
      { id, ref, version, objectType, rule, targetId, caseSensitive, ruleType: newRuleType },
      context,
    ),
  inverse: ruleUndo.restore,
});
