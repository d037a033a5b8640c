import { command } from '../kit/command.ts';
import { held, refused, written } from '../kit/versioned.ts';
import { removedForGood, ruleChange } from './rule-change.ts';

/** Removes a rule for good; only one that was deleted before. */
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
  // The person typed the rule's name to confirm that it goes for good.
  inverse: 'none',
});
