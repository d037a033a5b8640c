import type { CommandArgs } from '#contract/commands/commands.ts';
import { emptyLabel } from '../rules/problems/rule-words.ts';
import type { Command, RowKey, RowReader } from './command.ts';
import { keysOf } from './each-row.ts';
import { held, refused, versionDrift, written } from './versioned.ts';

type Named = Pick<CommandArgs<'substitutionRule.remove.v1'>, 'id' | 'ref'>;

const shared = <C extends 'substitutionTarget' | 'substitutionRule'>(collection: C) => ({
  needs: () => ['rules.write'] as const,
  touches: ({ id }: Named) => keysOf(collection, [id]),
  compares: () => ['version'],
  onDrift: (_args: unknown, key: RowKey, _field: string, now: RowReader) => versionDrift(now, key),
});

/** Documented as the rule type of a new substitution rule. */
const newRuleType = 6;

/** Creates or renames a name that texts are rewritten to. */
export const saveSubstitutionTarget: Command<'substitutionTarget.save.v1'> = {
  ...shared('substitutionTarget'),
  name: 'substitutionTarget.save.v1',
  apply: (rows, { id, ref, objectType, name }, context) => {
    const current = rows.get('substitutionTarget', id);
    if (current?.purged || (!current && ref === null)) return refused('gone', 'This name was removed.');
    if (name === '') return refused('invalid', 'Write the name that texts are rewritten to.');
    const created = { id, ref, purged: false, version: 0, by: context.by, at: context.at };
    return written('substitutionTarget', current, { ...(current ?? created), objectType, name }, context);
  },
};

/** Removes a name; one that rules still rewrite to is kept, which the service alone can know of all of them. */
export const removeSubstitutionTarget: Command<'substitutionTarget.remove.v1'> = {
  ...shared('substitutionTarget'),
  name: 'substitutionTarget.remove.v1',
  apply: (rows, { id }, context) => {
    const current = held(rows, 'substitutionTarget', id);
    if (!current) return refused('gone', 'This name was removed.');
    return written('substitutionTarget', current, { ...current, purged: true }, context);
  },
};

/** Creates or changes a substitution rule; its target must be there and of the same kind. */
export const saveSubstitutionRule: Command<'substitutionRule.save.v1'> = {
  ...shared('substitutionRule'),
  name: 'substitutionRule.save.v1',
  reads: ({ targetId }) => keysOf('substitutionTarget', [targetId]),
  apply: (rows, { id, ref, objectType, rule, targetId, caseSensitive }, context) => {
    const current = rows.get('substitutionRule', id);
    if (current?.purged || (!current && ref === null)) return refused('gone', 'This substitution rule was removed.');
    const target = held(rows, 'substitutionTarget', targetId);
    if (target?.objectType !== objectType) return refused('invalid', 'Choose the name that texts are rewritten to.');
    const problem = rule.trim() === '' ? emptyLabel : context.patternProblem?.(rule);
    if (problem) return refused('invalid', problem);
    const created = { id, ref, ruleType: newRuleType, purged: false, version: 0, by: context.by, at: context.at };
    const next = { ...(current ?? created), objectType, rule, targetId, caseSensitive };
    return written('substitutionRule', current, next, context);
  },
};

export const removeSubstitutionRule: Command<'substitutionRule.remove.v1'> = {
  ...shared('substitutionRule'),
  name: 'substitutionRule.remove.v1',
  apply: (rows, { id }, context) => {
    const current = held(rows, 'substitutionRule', id);
    if (!current) return refused('gone', 'This substitution rule was removed.');
    return written('substitutionRule', current, { ...current, purged: true }, context);
  },
};
