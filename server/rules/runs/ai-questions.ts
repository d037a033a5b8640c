import { sql } from 'kysely';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { FieldValue } from '#contract/rows/jobs.ts';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { standInWords } from '#domain/ai/call-words.ts';
import { fieldOf } from '#domain/fields/catalogue.ts';
import { kindOf } from '#domain/fields/values.ts';
import { writeOf } from '#domain/rules/actions/field-write.ts';
import { askOperation, isAsked } from '#server/ai/ask/ask-prompt.ts';
import { hasEngine } from '#server/ai/rows/engine-rows.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { noteError } from '#server/kit/lib/error-events.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { defineQueue, sendJob } from '#server/kit/queue/queue.ts';
import { readingGrounds, readingOperation, readingRule } from '../readings/known-readings.ts';
import { fieldValueOperation } from '../ruling/ai-answers.ts';
import { rulesOf } from '../ruling/read-rules.ts';
import { queueRun } from './run-rows.ts';
import { wakePosts } from './wake-posts.ts';

type Question = {
  readonly customerId: number;
  readonly ruleId: number;
  readonly digest: string;
  readonly prompt: string;
  readonly tries: number;
};
/** Why a question has no answer yet. `final`: it is not asked again. `retryAt`: the AI was not asked, and this is no failed try. */
type Failure = { readonly words: string; readonly final: boolean; readonly retryAt: Date | null };
/** The properties of an answer about a description. */
type Asked = { readonly value: Readonly<Record<string, unknown>> };
type Answered = Question & {
  readonly onExport: boolean;
  readonly answer: Result<{ readonly value: FieldValue | Asked['value']; readonly model: string }, Failure>;
};

/** Questions per batch. They are sent concurrently; rules then run once for all their jobs. */
const portion = 8;
/** Longer than a request with its retry can take. After that, the question of a killed process is asked again. */
const leaseSeconds = 120;
/** The part of a description that a model gets, in characters. */
const longestRead = 20_000;
/** Minutes before each retry of a failed question. After the last retry, it has failed for good. */
const backoffMinutes = [1, 5, 30, 120] as const;

/** Due questions, queued per customer. */
const aiQueue = defineQueue<{ customerId: number }>('ask-ai');
/** Number of customers that one process handles concurrently. */
const atOnce = 2;

type AiPorts = Pick<Services, 'db' | 'secrets' | 'now' | 'log'>;

/**
 * Asks the AI the questions of rules. Rows of `ai_answer` hold which questions are due, and when a failed one is asked again.
 * Without an endpoint, questions wait until one is configured.
 */
export const aiJobs = (ports: AiPorts): JobHandler[] => [
  handleJobs(aiQueue, {
    atOnce,
    carryOut: ({ customerId }, stopping) => askDue({ ...ports, db: scopeTo(ports.db, [customerId]) }, customerId, stopping),
    async sendDue(db) {
      if (!(await hasEngine(db))) return;
      const { rows } = await sql<{ customerId: number }>`
        select distinct customer_id as "customerId" from ai_answer where state = 'wanted' and next_at <= ${ports.now()}`.execute(
        db,
      );
      for (const due of rows) await sendJob(db, aiQueue, due);
    },
  }),
];

async function askDue(ports: AiPorts, customerId: number, stopping: AbortSignal): Promise<number> {
  const { db, now } = ports;
  for (let done = 0; ; ) {
    const of = stopping.aborted ? [] : await askedKinds(db, customerId);
    const due = of.length > 0 ? await claim(db, customerId, now(), of) : [];
    if (due.length === 0) return done;
    const answered = (await Promise.all(due.map((question) => answer(ports, question)))).filter((each) => each !== null);
    if (answered.length > 0) await db.transaction().execute((tx) => settle(tx, customerId, answered, now()));
    done += due.length;
  }
}

/** Which questions reach a model: those of rules, those about descriptions. */
async function askedKinds(db: Db, customerId: number): Promise<readonly ('rules' | 'readings')[]> {
  const rules = await isAsked(db, fieldValueOperation, customerId);
  const readings = (await readingGrounds(db, customerId)).askedAs !== null;
  return [...(rules ? (['rules'] as const) : []), ...(readings ? (['readings'] as const) : [])];
}

async function claim(db: Db, customerId: number, now: Date, of: readonly string[]): Promise<Question[]> {
  const { rows } = await sql<Question>`
    update ai_answer set next_at = ${new Date(now.getTime() + leaseSeconds * 1000)}, tries = tries + 1
    where (customer_id, rule_id, digest) in (
      select customer_id, rule_id, digest from ai_answer where customer_id = ${customerId} and state = 'wanted' and next_at <= ${now}
        and case when rule_id = ${readingRule} then 'readings' else 'rules' end = any(${[...of]}::text[])
      order by next_at limit ${portion} for update skip locked
    ) returning customer_id as "customerId", rule_id as "ruleId", digest, prompt, tries`.execute(db);
  return rows;
}

/** The model's answer, checked against the field that the rule writes. Null if the rule no longer asks, or nothing is connected. */
async function answer(ports: AiPorts, question: Question): Promise<Answered | null> {
  const { db } = ports;
  const { customerId } = question;
  if (question.ruleId === readingRule) return answerReading(ports, question);
  const rule = (await rulesOf(db, customerId)).find(({ id }) => id === question.ruleId);
  if (!rule || rule.deleted || !rule.active || rule.actionType !== 12) {
    await sql`delete from ai_answer where ${one(question)}`.execute(db);
    return null;
  }
  const asked = await askOperation(ports, fieldValueOperation, { customerId, data: question.prompt, fill: fieldWords(rule) });
  const { runOnExport: onExport } = rule;
  if (asked.kind === 'none') return null;
  if (asked.kind === 'failed') return { ...question, onExport, answer: no(asked) };
  const value = (asked.value as { readonly value: FieldValue }).value;
  const written = writeOf({ fieldId: rule.fieldId ?? 0, variable: rule.variable }, value);
  if ('problem' in written) return { ...question, onExport, answer: no({ words: written.problem, final: false, retryAt: null }) };
  const model = asked.standIn ? `${asked.model} (${standInWords})` : asked.model;
  return { ...question, onExport, answer: ok({ value, model }) };
}

/** What the model read from a description. Every property of the answer is optional; all of it is checked against the description when used. */
async function answerReading(ports: AiPorts, question: Question): Promise<Answered | null> {
  const data = question.prompt.slice(0, longestRead);
  const asked = await askOperation(ports, readingOperation, { customerId: question.customerId, data });
  if (asked.kind === 'none') return null;
  const about = { ...question, onExport: false };
  if (asked.kind === 'failed') return { ...about, answer: no(asked) };
  const model = asked.standIn ? `${asked.model} (${standInWords})` : asked.model;
  return { ...about, answer: ok({ value: asked.value, model }) };
}

/** The words of Jobdock for the placeholders of the prompt. */
function fieldWords({ fieldId }: StoredRule) {
  const field = fieldOf(fieldId ?? 0);
  const kinds = { text: 'a text', number: 'a number', date: 'a date as yyyy-MM-dd', 'yes-no': 'true or false', any: 'a value' };
  return { field: field?.label ?? 'a value', kind: field ? kinds[kindOf(field)] : 'a value' };
}

/**
 * Stores the answers and, in the same transaction, queues a rule run or wakes posts for the waiting jobs, so that a killed
 * process leaves both or neither.
 */
async function settle(tx: Tx, customerId: number, answered: readonly Answered[], now: Date): Promise<void> {
  const [waiting, posting, read] = [new Set<number>(), new Set<number>(), new Set<number>()];
  const placeOf = ({ ruleId, onExport }: Answered) => (ruleId === readingRule ? read : onExport ? posting : waiting);
  for (const each of answered) for (const id of await keep(tx, each, now)) placeOf(each).add(id);
  await wakePosts(tx, customerId, [...posting], now);
  await bring(tx, customerId, read, true, now);
  await bring(tx, customerId, waiting, false, now);
}

/** Queues a run that brings answers to jobs. */
async function bring(tx: Tx, customerId: number, waiting: ReadonlySet<number>, readings: boolean, now: Date): Promise<void> {
  const jobIds = [...waiting].sort((a, b) => a - b);
  if (jobIds.length === 0) return;
  const name = `Bring answers of the AI to ${jobIds.length === 1 ? '1 job' : `${jobIds.length} jobs`}`;
  const wish = { name, jobIds, taskId: null, ...(readings && { readings }) };
  await queueRun(tx, customerId, wish, { userId: null, name: 'AI' }, now);
}

/** Stores an answer or a failure. Returns the jobs that wait for the answer, including late ones; empty after a failure. */
async function keep(tx: Tx, question: Answered, now: Date): Promise<readonly number[]> {
  const { answer: said, tries } = question;
  if (said.ok) {
    const { rows } = await sql<{ jobIds: string[] }>`
      update ai_answer set state = 'answered', value = ${JSON.stringify(said.value.value)}::jsonb, model = ${said.value.model}, words = '', at = ${now}
      where ${one(question)} returning job_ids as "jobIds"`.execute(tx);
    return (rows[0]?.jobIds ?? []).map(Number);
  }
  const { words, final, retryAt } = said.error;
  if (retryAt !== null && !final) {
    // The AI was not asked, or asks to wait: that is no failed try.
    await sql`update ai_answer set tries = greatest(tries - 1, 0), words = ${words}, next_at = ${retryAt}, at = ${now}
      where ${one(question)}`.execute(tx);
    return [];
  }
  const minutes = final ? undefined : backoffMinutes[tries - 1];
  const next = new Date(now.getTime() + (minutes ?? 0) * 60_000);
  await sql`update ai_answer set state = ${minutes === undefined ? 'failed' : 'wanted'}, words = ${words}, next_at = ${next}, at = ${now}
    where ${one(question)}`.execute(tx);
  const { customerId, ruleId } = question;
  await noteError(tx, {
    customerId,
    kind: 'ai_failed',
    at: now,
    about: ruleId === readingRule ? 'AI reading of descriptions' : `AI prompt of rule ${ruleId}`,
    words,
  });
  return [];
}

const one = ({ customerId, ruleId, digest }: Question) =>
  sql`customer_id = ${customerId} and rule_id = ${ruleId} and digest = ${digest}`;
