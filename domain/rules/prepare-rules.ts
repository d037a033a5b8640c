import type { RuleRow } from '#contract/rows/rule-rows.ts';
import { fieldOf } from '../fields/catalogue.ts';
import { defined, type FieldDefinitions } from '../fields/definitions.ts';
import { type Action, type ActionPorts, prepareAction } from './actions/actions.ts';
import type { Around } from './derived-values.ts';
import { type TestsOf, testsOn } from './evaluate.ts';
import type { ConditionTree } from './language/condition.ts';
import { parseCondition } from './language/parse-condition.ts';
import { fieldsRead, timeProblem } from './problems/condition-problems.ts';

/** When rules run: when a job is collected or reprocessed, or on a copy of it when it is posted or listed in a feed. */
export type Moment = 'collection' | 'export';

/** Why a rule runs for no job. `broken` has a message; the others are settings. */
export type Idle = 'inactive' | 'expired' | 'moment' | 'broken';

/** A rule that was parsed once for many jobs. */
export type PreparedRule = {
  readonly rule: RuleRow;
  readonly idle: Idle | null;
  /** Why it is broken. Null if it is not. */
  readonly problem: string | null;
  readonly tree: ConditionTree;
  readonly action: Action | null;
};

/** Rules in running order, prepared for many jobs of one day and one moment. */
export type PreparedRules = Around & {
  readonly moment: Moment;
  readonly rules: readonly PreparedRule[];
  readonly tests: TestsOf;
};

/**
 * `today` is the day in the customer's time zone, which also decides when a rule expires. `evenInactive` also runs inactive
 * rules.
 */
export type Preparation = ActionPorts & {
  readonly moment: Moment;
  readonly evenInactive?: boolean;
  /** The pay setup. Without it, pay fields are empty. */
  readonly pay?: Around['pay'];
  /** What statuses of vendors mean to the customer. Without it, the expanded status is empty. */
  readonly statuses?: Around['statuses'];
  /** Administrators' settings of fields. A rule that uses a field at a forbidden time is broken. */
  readonly definitions?: FieldDefinitions;
};

/** The running order of rules: global ones first, then by `ord`, then by id. */
const inOrder = (a: RuleRow, b: RuleRow): number => Number(b.global) - Number(a.global) || a.ord - b.ord || a.id - b.id;

/** Rules that are not deleted, in running order. */
export const rulesInOrder = (rules: readonly RuleRow[]): RuleRow[] => rules.filter((rule) => !rule.deleted).sort(inOrder);

/**
 * Parses rules once for many jobs. Deleted rules are left out. An invalid rule stays in the list with its problem and does
 * nothing.
 */
export function prepareRules(rules: readonly RuleRow[], preparation: Preparation): PreparedRules {
  const { moment, today, pay = null, statuses } = preparation;
  const prepared = rulesInOrder(rules).map((rule) => prepareRule(rule, preparation));
  return { moment, today, pay, ...(statuses && { statuses }), rules: prepared, tests: testsOn(today) };
}

/** Prepares one rule; see `prepareRules`. */
export function prepareRule(rule: RuleRow, preparation: Preparation): PreparedRule {
  const idle = idleness(rule, preparation);
  const parsed = parseCondition(rule.source);
  if ('problem' in parsed) return { rule, idle: idle ?? 'broken', problem: parsed.problem.words, tree: null, action: null };
  const action = prepareAction(rule, preparation);
  const problem = 'problem' in action ? action.problem : forbiddenUse(rule, parsed.tree, action, preparation.definitions);
  if ('problem' in action || problem !== null) return { rule, idle: idle ?? 'broken', problem, tree: parsed.tree, action: null };
  return { rule, idle, problem: null, tree: parsed.tree, action };
}

/** The problem of a field that administrators allow only at the other time, in the documents' words. Null if there is none. */
function forbiddenUse(
  rule: RuleRow,
  tree: ConditionTree,
  action: Action,
  definitions: FieldDefinitions | undefined,
): string | null {
  if (!definitions || definitions.size === 0) return null;
  const narrowed = (id: number) => {
    const field = fieldOf(id);
    const shut = field && defined(field, definitions);
    return shut && shut.time !== field.time ? shut : null;
  };
  const written = [rule.fieldId, ...(rule.table?.targets.map(({ fieldId }) => fieldId) ?? [])];
  const ids = [...[...fieldsRead(tree), ...action.reads].map(({ fieldId }) => fieldId), ...written];
  for (const id of ids) {
    const field = id === null ? null : narrowed(id);
    const problem = field && timeProblem(field, rule.runOnExport);
    if (field && problem) return `${field.label}: ${problem.words}`;
  }
  return null;
}

/** Why a rule runs for no job by its own settings. Null if it may run. */
export function idleness(
  rule: RuleRow,
  { moment, today, evenInactive = false }: Pick<Preparation, 'moment' | 'today' | 'evenInactive'>,
): Idle | null {
  if (rule.runOnExport !== (moment === 'export')) return 'moment';
  if (!rule.active && !evenInactive) return 'inactive';
  return rule.disableAfterOn !== null && rule.disableAfterOn < today ? 'expired' : null;
}
