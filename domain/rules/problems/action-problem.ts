import type { RuleDraft } from '#contract/rows/rule-rows.ts';
import { fieldOf } from '#domain/fields/catalogue.ts';
import { defined, type FieldDefinitions } from '#domain/fields/definitions.ts';
import { prepareAction } from '../actions/actions.ts';
import { knownSupplements } from '../actions/supplement.ts';
import { timeProblem } from './condition-problems.ts';

/** Action types that write the operand into a field: set value, set date, set export value. */
const writesOperand: ReadonlySet<number> = new Set([1, 2, 9]);

/**
 * Why the action of a rule cannot work, in one sentence. Null if it can. Parses operand, table cells, patterns, expressions and
 * supplemental data as a run does. `today` is a local date.
 */
export function actionProblem(rule: RuleDraft, today: string, definitions?: FieldDefinitions): string | null {
  if (writesOperand.has(rule.actionType) && (rule.operand ?? '').trim() === '')
    return 'Write the value. To empty the field, choose the action “Clear value”.';
  const action = prepareAction(
    { ...rule, id: 0, deleted: false, version: 0, by: '', at: '' },
    { today, supplementsOf: knownSupplements },
  );
  if ('problem' in action) return action.problem;
  for (const { fieldId } of action.reads) {
    const field = fieldOf(fieldId);
    const problem = field && timeProblem(defined(field, definitions), rule.runOnExport);
    if (problem) return problem.words;
  }
  return null;
}
