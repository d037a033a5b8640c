import { type Change, command } from '../kit/command.ts';
import { imageOf, rewritten } from '../kit/versioned.ts';
import { removedForGood, ruleChange } from './rule-change.ts';

/** Moves a rule to the deleted ones. */
export const deleteRule = command('rule.delete.v1', {
  ...ruleChange,
  shownOn: 'deletedRules',
  describe: ({ id }, names) => ['deleteRule', { rule: names.of('rule', [id]) }],
  apply: (rows, { id }, context) =>
    rewritten(rows, { collection: 'rule', id, gone: removedForGood }, (rule) => ({ ...rule, deleted: true }), context),
  inverse: ({ id, ref, accepts }, before) => {
    const image = imageOf('rule', before);
    if (!image || image.created) return [];
    const activated: Change[] = image.row.active ? [{ name: 'rule.activate.v1', args: { id, ref, active: true, accepts } }] : [];
    return [{ name: 'rule.restore.v1', args: { id, ref } }, ...activated];
  },
});
