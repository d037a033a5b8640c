import { command } from '../kit/command.ts';
import { broughtBack, imageOf, rowNamed } from '../kit/versioned.ts';
import { newRuleType, readTarget, ruleBack, ruleChange, ruleRefusal, targetNamed } from './rule-change.ts';

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
  inverse: ({ id, ref }, before) => {
    const image = imageOf('substitutionRule', before);
    if (!image) return [];
    if (image.created || image.row.purged) return [{ name: 'substitutionRule.remove.v1', args: { id, ref } }];
    return [{ name: 'substitutionRule.restore.v1', args: ruleBack(image.row, image.row.version) }];
  },
});
