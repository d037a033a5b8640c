import type { RuleRow } from '#contract/rows/rule-rows.ts';
import { fieldOf } from '../fields/catalogue.ts';
import { defined, type FieldDefinitions } from '../fields/definitions.ts';
import { type Action, type ActionPorts, prepareAction } from './actions/actions.ts';
import type { Around } from './derived-values.ts';
import { type TestsOf, testsOn } from './evaluate.ts';
import type { ConditionTree } from './language/condition.ts';
import { parseCondition } from './language/parse-condition.ts';
import { fieldsRead, timeProblem } from './problems/condition-problems.ts';

/** Rules run when a job is collected or reprocessed, or on a copy of it when it is posted or fed. */
export type Moment = 'collection' | 'export';

/** Why a rule does not run for any job: `broken` says so in words, the others are settings. */
export type Idle = 'inactive' | 'expired' | 'moment' | 'broken';

/** A rule that has been read once for many jobs. */
export type PreparedRule = {
  readonly rule: RuleRow;
  readonly idle: Idle | null;
  /** Why it is broken; null otherwise. */
  readonly problem: string | null;
  readonly tree: ConditionTree;
  readonly action: Action | null;
};

/** Rules in the order in which they run, ready for many jobs of one day and moment. */
export type PreparedRules = Around & {
  readonly moment: Moment;
  readonly rules: readonly PreparedRule[];
  readonly tests: TestsOf;
};

/** `today` is the day in the customer's zone: the last day of a rule is a day there. `evenInactive` runs inactive rules as well. */
export type Preparation = ActionPorts & {
  readonly moment: Moment;
  readonly evenInactive?: boolean;
  /** What fields of pay follow from; without it they are empty. */
  readonly pay?: Around['pay'];
  /** What administrators say of fields: a rule that uses one at a time when it may not is broken. */
  readonly definitions?: FieldDefinitions;
};

/** The order in which rules run: global ones first, then by `ord`, then by id. */
const inOrder = (a: RuleRow, b: RuleRow): number => Number(b.global) - Number(a.global) || a.ord - b.ord || a.id - b.id;

/** Rules that are not deleted, in the order in which they run. */
export const rulesInOrder = (rules: readonly RuleRow[]): RuleRow[] => rules.filter((rule) => !rule.deleted).sort(inOrder);

/** Reads rules once for many jobs. Deleted rules are left out; a rule that cannot be read stays, with its problem, and does nothing. */
export function prepareRules(rules: readonly RuleRow[], preparation: Preparation): PreparedRules {
  const { moment, today, pay = null } = preparation;
  const prepared = rulesInOrder(rules).map((rule) => prepareRule(rule, preparation));
  return { moment, today, pay, rules: prepared, tests: testsOn(today) };
}

/** Reads one rule; see `prepareRules`. */
export function prepareRule(rule: RuleRow, preparation: Preparation): PreparedRule {
  const idle = idleness(rule, preparation);
  const parsed = parseCondition(rule.source);
  if ('problem' in parsed) return { rule, idle: idle ?? 'broken', problem: parsed.problem.words, tree: null, action: null };
  const action = prepareAction(rule, preparation);
  const problem = 'problem' in action ? action.problem : forbiddenUse(rule, parsed.tree, action, preparation.definitions);
  if ('problem' in action || problem !== null) return { rule, idle: idle ?? 'broken', problem, tree: parsed.tree, action: null };
  return { rule, idle, problem: null, tree: parsed.tree, action };
}

/** A field of the rule that administrators allow at the other time only, in the documents' words; null where there is none. */
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

function idleness(rule: RuleRow, { moment, today, evenInactive = false }: Preparation): Idle | null {
  if (rule.runOnExport !== (moment === 'export')) return 'moment';
  if (!rule.active && !evenInactive) return 'inactive';
  return rule.disableAfterOn !== null && rule.disableAfterOn < today ? 'expired' : null;
}
