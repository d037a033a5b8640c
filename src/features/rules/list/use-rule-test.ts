import type { Fault, Refusal } from '#contract/kit/errors.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { type RuleTest, testRule } from '#contract/rules/rules.ts';
import { labelOfField } from '#domain/fields/label-words.ts';
import { applyRules, type RuleOutcome } from '#domain/rules/apply-rules.ts';
import { preparationOn } from '#domain/rules/grounds.ts';
import { type Moment, prepareRules } from '#domain/rules/prepare-rules.ts';
import { ruleTestOf } from '#domain/rules/rule-test.ts';
import { withoutRules } from '#domain/rules/without-rules.ts';
import { findJob } from '#src/entities/job/find-job.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useRuleGrounds } from '#src/entities/rule/use-rule-grounds.ts';
import { useRules } from '#src/entities/rule/use-rules.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { useOffline } from '#src/ui/connection/connection.ts';

/** The documented request: which rules (-1: all), which job, whether to include export rules and inactive rules. */
export type TestWish = {
  readonly ruleId: number;
  readonly jobId: string;
  readonly onExport: boolean;
  readonly inactiveToo: boolean;
};
export type Tested = { readonly test: RuleTest; readonly here: boolean };

/** Tests rules on one job: on the service, or offline with the data on this device. */
export function useRuleTest(): (wish: TestWish) => Promise<Result<Tested, string>> {
  const call = useCall();
  const offline = useOffline();
  const { customer } = useSession();
  const { store } = useLocalStore();
  const { rows } = useRules();
  const grounds = useRuleGrounds();
  const { labels } = useFieldNames();
  const here = async ({ ruleId, jobId, onExport, inactiveToo }: TestWish): Promise<Result<Tested, string>> => {
    const job = await findJob(store, jobId);
    if (!job) return no(messages.jobNotFound);
    const rules = rows.filter(({ id, deleted }) => !deleted && (ruleId === -1 || id === ruleId));
    const run = (moment: Moment, on: typeof job) => {
      const prepared = prepareRules(rules, { ...preparationOn(grounds, moment), evenInactive: inactiveToo });
      return applyRules(on, prepared, { trace: true, clock: () => performance.now() });
    };
    const collected = run('collection', withoutRules(job));
    const exports = onExport || rules.every((rule) => rule.runOnExport);
    const outcomes: RuleOutcome[] = exports ? [collected, run('export', collected.job)] : [collected];
    const labelOf = labelOfField(labels);
    const test = ruleTestOf(job, outcomes, { labelOf, shows: () => true, waitingText: () => 'The service asks the AI.' });
    return ok({ test, here: true });
  };
  return async (wish) => {
    // Only this device knows a rule that the service has not numbered yet.
    if (offline || wish.ruleId < -1) return here(wish);
    const { ruleId, jobId, onExport, inactiveToo } = wish;
    const answer = await call(testRule, {
      cust: customer.id,
      ruleId,
      jobId,
      flag: onExport ? 1 : 0,
      excludeDisabled: inactiveToo ? 0 : 1,
    });
    if (answer.ok) return ok({ test: answer.value, here: false });
    return isUnreachable(answer.error) ? here(wish) : no(testErrorMessage(answer.error));
  };
}

const isUnreachable = ({ kind }: Refusal | Fault): boolean => kind === 'offline' || kind === 'timeout';
const testErrorMessage = (error: Refusal | Fault): string =>
  error.kind === 'not_found' ? messages.jobNotFound : errorMessage(error);
