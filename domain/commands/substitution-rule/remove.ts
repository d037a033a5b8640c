import { command } from '../kit/command.ts';
import { imageOf, rewritten } from '../kit/versioned.ts';
import { removedRule, ruleBack, ruleChange } from './rule-change.ts';

export const removeSubstitutionRule = command('substitutionRule.remove.v1', {
  ...ruleChange,
  describe: ({ id }, names) => ['removeSubstitutionRule', { rule: names.of('substitutionRule', [id]) }],
  apply: (rows, { id }, context) =>
    rewritten(rows, { collection: 'substitutionRule', id, gone: removedRule }, (row) => ({ ...row, purged: true }), context),
  inverse: (_, before) => {
    const image = imageOf('substitutionRule', before);
    if (!image || image.created) return [];
    return [{ name: 'substitutionRule.restore.v1', args: ruleBack(image.row, image.row.version + 1) }];
  },
});
