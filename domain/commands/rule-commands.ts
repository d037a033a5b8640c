import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import type { Result } from '#contract/kit/result.ts';
import type { RightName } from '#contract/kit/rights.ts';
import type { RuleDraft, StoredRule } from '#contract/rows/rule-rows.ts';
import { ruleProblems } from '../rules/problems/rule-problems.ts';
import { ruleWords } from '../rules/problems/rule-words.ts';
import type { Applied, Command, CommandContext, CommandRefusal, RowKey, RowReader } from './command.ts';
import { keysOf } from './each-row.ts';
import { held, refused, versionDrift, written } from './versioned.ts';

type RuleCommand = Extract<CommandName, `rule.${string}`>;
type Named = Pick<CommandArgs<'rule.delete.v1'>, 'id' | 'ref'>;

/** Rules of administrators, and those of all customers, are theirs alone. */
function rightsFor(rule: Pick<RuleDraft, 'adminsOnly' | 'global'> | undefined): readonly RightName[] {
  return ['rules.write', ...(rule?.adminsOnly || rule?.global ? (['admin.system'] as const) : [])];
}

const shared = <N extends RuleCommand>(name: N) => ({
  name,
  forbidden: (missing: RightName) => (missing === 'admin.system' ? ruleWords.adminOnlyRule : ruleWords.insufficientRights),
  touches: ({ id }: Named) => keysOf('rule', [id]),
  compares: () => ['version'],
  onDrift: (_args: unknown, key: RowKey, _field: string, now: RowReader) => versionDrift(now, key),
});

/** A change of one rule that is there; `next` says what becomes of it. */
function changing<N extends Exclude<RuleCommand, 'rule.save.v1'>>(
  name: N,
  next: (rule: StoredRule, args: CommandArgs<N>, context: CommandContext) => StoredRule | CommandRefusal,
): Command<N> {
  return {
    ...shared(name),
    needs: ({ id }, rows) => rightsFor(rows.get('rule', id)),
    apply: (rows, args, context) => {
      const rule = held(rows, 'rule', args.id);
      if (!rule) return refused('gone', 'This rule was removed for good.');
      const after = next(rule, args, context);
      return 'code' in after ? { ok: false, error: after } : written('rule', rule, after, context);
    },
  };
}

/** Creates a rule or replaces all of it; what the documents forbid is refused with their words. */
export const saveRule: Command<'rule.save.v1'> = {
  ...shared('rule.save.v1'),
  needs: ({ id, rule }, rows) => [...new Set([...rightsFor(rule), ...rightsFor(rows.get('rule', id))])],
  apply: (rows, { id, ref, rule }, context): Result<Applied, CommandRefusal> => {
    const current = rows.get('rule', id);
    if (current?.purged || (!current && ref === null)) return refused('gone', 'This rule was removed for good.');
    if (current?.deleted) return refused('gone', 'This rule was deleted: restore it first.');
    // A rule is either of all customers or of one; its copies stand in every customer's list.
    if (current && current.global !== rule.global)
      return refused('invalid', 'A rule stays global, or of one customer: copy it instead.');
    const [problem] = ruleProblems(rule, { at: context.at, savedDate: current?.disableAfterOn ?? null });
    if (problem) return { ok: false, error: { code: 'invalid', ...problem } };
    const created = { id, ref, deleted: false, purged: false, version: 0, by: context.by, at: context.at };
    return written('rule', current, { ...(current ?? created), ...rule }, context);
  },
};

export const activateRule = changing('rule.activate.v1', (rule, { active }, { at }) => {
  if (rule.deleted) return { code: 'gone', message: 'This rule was deleted: restore it first.' };
  const [problem] = active ? ruleProblems({ ...rule, active }, { at, savedDate: null }) : [];
  return problem ? { code: 'invalid', ...problem } : { ...rule, active };
});

export const deleteRule = changing('rule.delete.v1', (rule) => ({ ...rule, deleted: true }));

/** A restored rule waits for a person to activate it again. */
export const restoreRule = changing('rule.restore.v1', (rule) =>
  rule.deleted ? { ...rule, deleted: false, active: false } : rule,
);

/** Only a rule that was deleted before is removed for good. */
export const purgeRule = changing('rule.purge.v1', (rule) =>
  rule.deleted ? { ...rule, purged: true } : { code: 'not_offered', message: 'Delete the rule first, then remove it for good.' },
);
