import { no, ok, type Result } from '#contract/kit/result.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { RuleDraft, StoredRule } from '#contract/rows/rule-rows.ts';
import type { RuleTest } from '#contract/rules/rules.ts';
import { ownIdIn } from '#domain/jobs/own-id.ts';
import { may } from '#domain/rights/may.ts';
import type { RuleOutcome } from '#domain/rules/apply-rules.ts';
import { ruleTestOf } from '#domain/rules/rule-test.ts';
import { withoutRules } from '#domain/rules/without-rules.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { Actor, Services } from '#server/kit/http/handle.ts';
import { traceApart } from '../apart/run-apart.ts';
import { mappedOfJob } from '../ruling/mapped-rows.ts';
import { labelsOf, rulesOf, seesRule } from '../ruling/read-rules.ts';
import { rulingWith } from '../ruling/ruling.ts';
import { problemsByArgument } from './documented-rule.ts';
import { problemsOfRule } from './rule-rejection.ts';

type Asked = { readonly ruleId: number; readonly jobId: string; readonly onExport: boolean; readonly inactiveToo: boolean };
type Refusal = { kind: 'not_found' } | { kind: 'forbidden' } | { kind: 'invalid'; fields: Record<string, string> };
type Ports = Pick<Services, 'db' | 'now' | 'secrets'>;

/** Runs the stored rules, or one of them, on a job without changing it. Returns what each rule did, and why. */
export async function testOf(
  services: Ports,
  actor: Actor,
  customerId: number,
  { ruleId, jobId, onExport, inactiveToo }: Asked,
): Promise<Result<RuleTest, Refusal>> {
  const job = await jobNamed(services.db, customerId, jobId);
  if (!job) return no({ kind: 'not_found' });
  const rules = (await rulesOf(services.db, customerId)).filter(({ deleted }) => !deleted);
  const chosen = ruleId === -1 ? rules : rules.filter(({ id }) => id === ruleId);
  if (ruleId !== -1 && !chosen.some(seesRule(actor))) return no({ kind: 'not_found' });
  return ok(
    await tested(services, actor, customerId, job, chosen, {
      onExport: onExport || chosen.every((rule) => rule.runOnExport),
      inactiveToo,
    }),
  );
}

/** Runs a single unsaved rule on a job. */
export async function draftUnderTest(
  services: Ports,
  actor: Actor,
  customerId: number,
  draft: RuleDraft,
  jobId: string,
): Promise<Result<RuleTest, Refusal>> {
  if (!may(actor, 'rules.test')) return no({ kind: 'forbidden' });
  const at = services.now().toISOString();
  const [problem] = await problemsOfRule(services.db, customerId, draft, { at, savedDate: draft.disableAfterOn });
  if (problem) return no({ kind: 'invalid', fields: problemsByArgument({ [problem.field]: problem.message }) });
  const job = await jobNamed(services.db, customerId, jobId);
  if (!job) return no({ kind: 'not_found' });
  const rule: StoredRule = { ...draft, id: 0, ref: null, deleted: false, purged: false, version: 0, by: actor.name, at };
  return ok(await tested(services, actor, customerId, job, [rule], { onExport: rule.runOnExport, inactiveToo: true }));
}

async function jobNamed(db: Db, customerId: number, name: string): Promise<JobRow | null> {
  const id = ownIdIn(name) ?? 0;
  const rows = await db
    .selectFrom('job')
    .select(['id', 'row'])
    .where('customer_id', '=', customerId)
    .where('deleted', '=', false)
    .where((e) => e.or([e('id', '=', id), e('provider_job_id', '=', name)]))
    .orderBy('id')
    .limit(50)
    .execute();
  return ((rows.find((row) => row.id === id) ?? rows[0])?.row as JobRow | undefined) ?? null;
}

/** Runs collection rules on the job as collected, then export rules on a copy. Returns the changes and their reasons. */
async function tested(
  services: Ports,
  actor: Actor,
  customerId: number,
  job: JobRow,
  rules: readonly StoredRule[],
  { onExport, inactiveToo }: { onExport: boolean; inactiveToo: boolean },
): Promise<RuleTest> {
  const { db } = services;
  const at = { now: services.now(), evenInactive: inactiveToo };
  const collection = await rulingWith(db, customerId, rules, { ...at, moment: 'collection' });
  const collected = await traceApart(collection, withoutRules(job));
  const traces = [collected];
  if (onExport) {
    const exported = await rulingWith(db, customerId, rules, { ...at, moment: 'export' });
    const mappedOf = await mappedOfJob(db, customerId, collected.outcome.job, null);
    traces.push(await traceApart(exported, collected.outcome.job, mappedOf));
  }
  const outcomes: RuleOutcome[] = traces.map(({ outcome }) => outcome);
  const waiting = new Map(traces.flatMap((trace) => [...trace.waiting]));
  return ruleTestOf(job, outcomes, {
    labelOf: await labelsOf(db, customerId),
    // Rules that only administrators see run as usual, but are not shown.
    shows: (rule) => seesRule(actor)(rule as StoredRule),
    waitingText: (ruleId) => waiting.get(ruleId) ?? '',
  });
}
