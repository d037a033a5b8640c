import type { RuleDraft } from '#contract/rows/rule-rows.ts';
import { fieldOf } from '#domain/fields/catalogue.ts';
import { defined, type FieldDefinitions } from '#domain/fields/definitions.ts';
import { prepareAction } from '../actions/actions.ts';
import { knownSupplements } from '../actions/supplement.ts';
import { timeProblem } from './condition-problems.ts';

/**
 * Why the action of a rule cannot work, in one sentence. Null if it can. Parses operand, table cells, patterns, expressions and
 * supplemental data as a run does. `today` is a local date.
 */
export function actionProblem(rule: RuleDraft, today: string, definitions?: FieldDefinitions): string | null {
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
