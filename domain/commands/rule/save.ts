import type { Result } from '#contract/kit/result.ts';
import { ruleProblems } from '#domain/rules/problems/rule-problems.ts';
import { type Applied, type CommandRefusal, command } from '../kit/command.ts';
import { imageOf, refused, rowNamed, written } from '../kit/versioned.ts';
import { deletedRule, draftIn, removedForGood, rightsFor, ruleChange } from './rule-change.ts';

/** Creates a rule or replaces it. What the documents forbid is refused with their sentences. */
export const saveRule = command('rule.save.v1', {
  ...ruleChange,
  describe: ({ rule }) => ['saveRule', { name: rule.name }],
  needs: ({ id, rule }, rows) => [...new Set([...rightsFor(rule), ...rightsFor(rows.get('rule', id))])],
  refs: [rowNamed('rule', 'creates')],
  apply: (rows, { id, ref, rule }, context): Result<Applied, CommandRefusal> => {
    const current = rows.get('rule', id);
    if (current?.purged || (!current && ref === null)) return refused('gone', removedForGood);
    if (current?.deleted) return refused('gone', deletedRule);
    // A rule is either global or belongs to one customer, for good: every customer's list has copies of a global rule.
    if (current && current.global !== rule.global)
      return refused('invalid', 'A rule stays global, or of one customer: copy it instead.');
    const [problem] = ruleProblems(rule, { at: context.at, savedDate: current?.disableAfterOn ?? null });
    if (problem) return { ok: false, error: { code: 'invalid', ...problem } };
    const created = { id, ref, deleted: false, purged: false, version: 0, by: context.by, at: context.at };
    // Somebody who activates a rule that was switched off has seen why.
    const seen = rule.active ? { offReason: undefined } : {};
    return written('rule', current, { ...(current ?? created), ...rule, ...seen }, context);
  },
  // Undo moves a created rule to the deleted rules, where it can be restored.
  inverse: ({ id, ref, accepts }, before) => {
    const image = imageOf('rule', before);
    if (!image) return [];
    if (image.created) return [{ name: 'rule.delete.v1', args: { id, ref, accepts } }];
    return [{ name: 'rule.save.v1', args: { id, ref, rule: draftIn(image.row), words: 'Undo', accepts } }];
  },
});
