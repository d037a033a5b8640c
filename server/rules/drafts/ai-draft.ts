import { no, ok, type Result } from '#contract/kit/result.ts';
import { RuleDraft } from '#contract/rows/rule-rows.ts';
import { fields } from '#domain/fields/catalogue.ts';
import { type Drafted, draftRule } from '#domain/rules/draft-rule.ts';
import { operators } from '#domain/rules/language/operators.ts';
import { actionProblem } from '#domain/rules/problems/action-problem.ts';
import { exportActions, ruleProblems } from '#domain/rules/problems/rule-problems.ts';
import { type AskPorts, askOperation } from '#server/ai/ask/ask-prompt.ts';
import { actionNames } from '../lists/action-names.ts';

/** The documented number of the operation that drafts rules. */
const ruleDraftOperation = 100;

/** What the schema of the operation lets through. A model cannot set who sees the rule, or activate it. */
type Answer = { readonly assumed: readonly string[]; readonly actionType: number } & Readonly<Record<string, unknown>>;

/** A draft and who made it. `notice` is why the AI did not, if it was asked; `standIn`: the stand-in of the demo did. */
export type Draft = Drafted & {
  readonly engine: 'built-in' | 'ai';
  readonly notice: string | null;
  readonly standIn: boolean;
};

/** Drafts a rule with the customer's prompt; without an engine, or without a usable result, with the built-in drafter. */
export async function draftFor(ports: AskPorts, customerId: number, description: string): Promise<Result<Draft, string>> {
  const asked = await askOperation(ports, ruleDraftOperation, { customerId, data: description, fill: ruleWords });
  const answered = asked.kind === 'answered' ? usable(asked.value, ports.now().toISOString()) : null;
  if (asked.kind === 'answered' && answered?.ok)
    return ok({ ...answered.value, engine: 'ai', notice: null, standIn: asked.standIn });
  const notice = asked.kind === 'failed' ? asked.words : answered && !answered.ok ? answered.error : null;
  const built = draftRule(description);
  return 'problem' in built ? no(built.problem) : ok({ ...built, engine: 'built-in', notice, standIn: false });
}

/** The response of a model is untrusted: it passes the same checks as user input. */
function usable(answer: Readonly<Record<string, unknown>>, at: string): Result<Drafted, string> {
  const unusable = 'The AI gave a rule that cannot be saved, so the built-in drafter answered.';
  const { assumed, ...said } = answer as Answer;
  const rule = RuleDraft.safeParse({
    ...said,
    variable: null,
    table: null,
    sourceId: null,
    ord: 0,
    global: false,
    runOnExport: exportActions.has(said.actionType),
    appliedToCancelledJobs: false,
    active: false,
    adminsOnly: false,
    disableAfterOn: null,
  });
  if (!rule.success || ruleProblems(rule.data, { at, savedDate: null, actionProblem }).length > 0) return no(unusable);
  return ok({ rule: rule.data, assumed: [...assumed, 'It is inactive until you activate it.'] });
}

/** The words of Jobdock for the placeholders of the prompt. */
export const ruleWords = {
  operators: operators.map(({ name }) => name).join(', '),
  actions: Object.entries(actionNames)
    .map(([id, name]) => `${id} ${name}`)
    .join(', '),
  fields: fields.map(({ id, label }) => `${id} [${label}]`).join(', '),
};
