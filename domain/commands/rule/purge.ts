import { command } from '../kit/command.ts';
import { held, refused, written } from '../kit/versioned.ts';
import { removedForGood, ruleChange } from './rule-change.ts';

/** Deletes a rule for good. It must have been deleted before. */
export const purgeRule = command('rule.purge.v1', {
  ...ruleChange,
  shownOn: 'deletedRules',
  describe: ({ id }, names) => ['purgeRule', { rule: names.of('rule', [id]) }],
  apply: (rows, { id }, context) => {
    const rule = held(rows, 'rule', id);
    if (!rule) return refused('gone', removedForGood);
    if (!rule.deleted) return refused('not_offered', 'Delete the rule first, then remove it for good.');
    return written('rule', rule, { ...rule, purged: true }, context);
  },
  // The person typed the rule's name to confirm the deletion for good.
  inverse: 'none',
});
