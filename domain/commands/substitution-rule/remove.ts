import { command } from '../kit/command.ts';
import { rewritten } from '../kit/versioned.ts';
import { removedRule, ruleChange, ruleUndo } from './rule-change.ts';

export const removeSubstitutionRule = command('substitutionRule.remove.v1', {
  ...ruleChange,
  describe: ({ id }, names) => ['removeSubstitutionRule', { rule: names.of('substitutionRule', [id]) }],
  apply: (rows, { id }, context) =>
    rewritten(rows, { collection: 'substitutionRule', id, gone: removedRule }, (row) => ({ ...row, purged: true }), context),
  inverse: ruleUndo.remove,
});
