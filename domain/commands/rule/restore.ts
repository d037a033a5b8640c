import { command } from '../kit/command.ts';
import { imageOf, rewritten } from '../kit/versioned.ts';
import { removedForGood, ruleChange } from './rule-change.ts';

/** A restored rule is inactive until a person activates it again. */
export const restoreRule = command('rule.restore.v1', {
  ...ruleChange,
  describe: ({ id }, names) => ['restoreRule', { rule: names.of('rule', [id]) }],
  apply: (rows, { id }, context) =>
    rewritten(
      rows,
      { collection: 'rule', id, gone: removedForGood },
      (rule) => (rule.deleted ? { ...rule, deleted: false, active: false } : rule),
      context,
    ),
  inverse: ({ id, ref }, before) => (imageOf('rule', before) ? [{ name: 'rule.delete.v1', args: { id, ref } }] : []),
});
