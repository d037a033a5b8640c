import type { JobRow } from '#contract/jobs.ts';
import { no, ok, type Result } from '#contract/result.ts';
import type { RuleDraft, StoredRule } from '#contract/rule-rows.ts';
import type { TraceEntry as DocumentedEntry, RuleTest } from '#contract/rules.ts';
import { fieldKeyed } from '#domain/fields/catalogue.ts';
import { may } from '#domain/rights/may.ts';
import { applyRules, type RuleOutcome, type TraceEntry } from '#domain/rules/apply-rules.ts';
import type { Explained } from '#domain/rules/evaluate.ts';
import { comparisonWords, type LabelOf, ruleSentence, sentenceText } from '#domain/rules/rule-sentence.ts';
import { textOf } from '#domain/rules/values.ts';
import type { Db } from '../db/connection.ts';
import type { Actor, Services } from '../http/handle.ts';
import { aiEndpoint } from '../lib/ai.ts';
import { documentedFields } from './documented-rule.ts';
import { mappedOfJob } from './mapped-of.ts';
import { labelsOf, rulesOf, seesRule } from './read-rules.ts';
import { problemsOfRule } from './rule-objection.ts';
import { rulingWith } from './ruling.ts';

type Asked = { readonly ruleId: number; readonly jobId: string; readonly onExport: boolean; readonly inactiveToo: boolean };
type Refusal = { kind: 'not_found' } | { kind: 'forbidden' } | { kind: 'invalid'; fields: Record<string, string> };
type Ports = Pick<Services, 'db' | 'now' | 'secrets'>;

/** Runs the kept rules, or one of them, over one job without changing it, and says of each why it did what it did. */
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

/** What a rule that nobody saved would do to one job, alone. */
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
  if (problem) return no({ kind: 'invalid', fields: documentedFields({ [problem.field]: problem.message }) });
  const job = await jobNamed(services.db, customerId, jobId);
  if (!job) return no({ kind: 'not_found' });
  const rule: StoredRule = { ...draft, id: 0, ref: null, deleted: false, purged: false, version: 0, by: actor.name, at };
  return ok(await tested(services, actor, customerId, job, [rule], { onExport: rule.runOnExport, inactiveToo: true }));
}

async function jobNamed(db: Db, customerId: number, name: string): Promise<JobRow | null> {
  const id = /^\d{1,15}$/.test(name) ? Number(name) : 0;
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

/** Collection first, then, on the copy that a target would get, export: what both changed and why. */
async function tested(
  services: Ports,
  actor: Actor,
  customerId: number,
  job: JobRow,
  rules: readonly StoredRule[],
  { onExport, inactiveToo }: { onExport: boolean; inactiveToo: boolean },
): Promise<RuleTest> {
  const { db } = services;
  const noAi = (await aiEndpoint(services)) === null;
  const at = { now: services.now(), evenInactive: inactiveToo };
  const clock = () => performance.now();
  const labelOf = await labelsOf(db, customerId);
  const collection = await rulingWith(db, customerId, rules, { ...at, moment: 'collection' });
  const collected = applyRules(job, collection.prepared, { trace: true, clock });
  const waitingWords = (ruleId: number) => (noAi ? noAiWords : (collection.answers?.wordsOf(ruleId) ?? ''));
  const outcomes: RuleOutcome[] = [collected];
  if (onExport) {
    const exported = await rulingWith(db, customerId, rules, { ...at, moment: 'export' });
    const mappedOf = await mappedOfJob(db, customerId, collected.job);
    outcomes.push(applyRules(collected.job, exported.prepared, { trace: true, clock, mappedOf }));
  }
  const entries = outcomes.flatMap(({ trace }) => trace).filter(({ skipped }) => skipped !== 'moment');
  const sees = seesRule(actor);
  return {
    diff: outcomes.flatMap(({ changes }) =>
      changes.map(({ field, before, after, ruleId }) => ({ field, label: labelOfKey(field, labelOf), before, after, ruleId })),
    ),
    // What administrators keep to themselves is run, as it would be, and not shown.
    trace: entries.filter(({ rule }) => sees(rule as StoredRule)).map((entry) => documentedEntry(entry, labelOf, waitingWords)),
    manual: Object.entries(job.locks).map(([field, { by, at: on }]) => ({
      field,
      by,
      at: on,
      value: (job as Readonly<Record<string, unknown>>)[field] ?? null,
    })),
    localVariables: Object.assign({}, ...outcomes.map(({ variables }) => variables)) as Record<string, unknown>,
  };
}

const labelOfKey = (key: string, labelOf: LabelOf): string => {
  const field = fieldKeyed(key);
  return field ? labelOf(field.id) : key;
};

const skippedWords = {
  inactive: 'The rule is inactive.',
  expired: 'The last day of the rule is past.',
  moment: 'The rule runs at another time.',
  broken: 'The rule cannot be read.',
  workType: 'The rule is for another work type.',
  source: 'The rule is for another source.',
  cancelled: 'The job is cancelled and the rule is not for cancelled jobs.',
} as const;

const noAiWords = 'No AI is configured, so this was not answered: the field stays as it is.';

type WaitingWords = (ruleId: number) => string;

function documentedEntry(entry: TraceEntry, labelOf: LabelOf, waitingWords: WaitingWords): DocumentedEntry {
  const { rule, fired, condition, changes, ms } = entry;
  return {
    RuleId: rule.id,
    Version: rule.version,
    RuleName: rule.name,
    IsTriggered: fired,
    ActionType: rule.actionType,
    Message: messageOf(entry, labelOf, waitingWords),
    HumanReadableRule: sentenceText(ruleSentence(rule, labelOf)),
    RuleTranslationTrace: condition ? explainedWords(condition, labelOf) : '',
    Changes: changes.map(({ key, before, after }) => ({ Field: key, Before: before, After: after })),
    Microseconds: Math.round(ms * 1000),
  };
}

function messageOf(
  { rule, skipped, problem, fired, blocked, changes, line, asksAi }: TraceEntry,
  labelOf: LabelOf,
  waitingWords: WaitingWords,
): string {
  const shown = (value: Parameters<typeof textOf>[0]) => (value === null || value === '' ? 'empty' : textOf(value));
  const words = [
    ...(problem === null ? [] : [problem]),
    ...(skipped === null || problem !== null ? [] : [skippedWords[skipped]]),
    ...(line === null ? [] : [`Line ${line} of its table matched.`]),
    ...changes.map(({ key, before, after }) => `${labelOfKey(key, labelOf)}: ${shown(before)} → ${shown(after)}`),
    ...blocked.map(({ key, by }) => `${labelOfKey(key, labelOf)} is locked by ${by}.`),
    ...(asksAi ? [waitingWords(rule.id)] : []),
  ];
  if (words.length > 0) return words.join(' ');
  return fired ? 'Its condition holds; nothing had to change.' : 'Its condition does not hold.';
}

/** Every comparison with the value that it met. */
function explainedWords(explained: Explained, labelOf: LabelOf): string {
  if (explained.kind === 'comparison') {
    const { comparison, value, holds } = explained;
    return `${comparisonWords(comparison, labelOf)}: ${value === null || value === '' ? 'empty' : textOf(value)} ${holds ? '✓' : '✗'}`;
  }
  return explained.parts.map((part) => explainedWords(part, labelOf)).join(` ${explained.kind} `);
}
