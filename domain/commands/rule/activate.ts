import { ruleProblems } from '#domain/rules/problems/rule-problems.ts';
import { command } from '../kit/command.ts';
import { held, imageOf, refused, written } from '../kit/versioned.ts';
import { deletedRule, removedForGood, ruleChange } from './rule-change.ts';

/** Activates or deactivates a rule. */
export const activateRule = command('rule.activate.v1', {
  ...ruleChange,
  describe: ({ id, active }, names) => [active ? 'activateRule' : 'deactivateRule', { rule: names.of('rule', [id]) }],
  apply: (rows, { id, active }, context) => {
    const rule = held(rows, 'rule', id);
    if (!rule) return refused('gone', removedForGood);
    if (rule.deleted) return refused('gone', deletedRule);
    const [problem] = active ? ruleProblems({ ...rule, active }, { at: context.at, savedDate: null }) : [];
    return problem
      ? { ok: false, error: { code: 'invalid', ...problem } }
      : written('rule', rule, active ? { ...rule, active, offReason: undefined } : { ...rule, active }, context);
  },
  inverse: ({ id, ref, accepts }, before) => {
    const image = imageOf('rule', before);
    return image && !image.created ? [{ name: 'rule.activate.v1', args: { id, ref, active: image.row.active, accepts } }] : [];
  },
});
