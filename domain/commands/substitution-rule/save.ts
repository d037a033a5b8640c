import { command } from '../kit/command.ts';
import { imageOf, refused, rowNamed, written } from '../kit/versioned.ts';
import { newRuleType, readTarget, removedRule, ruleChange, ruleRefusal, targetNamed } from './rule-change.ts';

/** Creates or changes a substitution rule. Its target must exist and be of the same kind. */
export const saveSubstitutionRule = command('substitutionRule.save.v1', {
  ...ruleChange,
  describe: ({ rule }) => ['saveSubstitutionRule', { rule }],
  refs: [rowNamed('substitutionRule', 'creates'), targetNamed],
  reads: readTarget,
  apply: (rows, { id, ref, objectType, rule, targetId, caseSensitive }, context) => {
    const current = rows.get('substitutionRule', id);
    if (current?.purged || (!current && ref === null)) return refused('gone', removedRule);
    const refusal = ruleRefusal(rows, { objectType, rule, targetId }, context);
    if (refusal) return refusal;
    const created = { id, ref, ruleType: newRuleType, purged: false, version: 0, by: context.by, at: context.at };
    const next = { ...(current ?? created), objectType, rule, targetId, caseSensitive };
    return written('substitutionRule', current, next, context);
  },
  inverse: ({ id, ref }, before) => {
    const image = imageOf('substitutionRule', before);
    if (!image) return [];
    if (image.created) return [{ name: 'substitutionRule.remove.v1', args: { id, ref } }];
    const { objectType, rule, targetId, caseSensitive } = image.row;
    const args = { id, ref, objectType, rule, targetId, targetRef: null, caseSensitive };
    return [{ name: 'substitutionRule.save.v1', args }];
  },
});
