import { sql } from 'kysely';
import type { FieldValue } from '#contract/rows/jobs.ts';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { isAsked } from '#server/ai/ask/ask-prompt.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { answerKey, digestOf, type Known, type KnownAnswers, type Questions } from './known-answers.ts';

/** The documented number of the operation that answers the AI prompts of rules. */
export const fieldValueOperation = 3;

/** A failed question may be asked again after a day. */
const restMs = 86_400_000;

/** Reads the answers for rules that ask an AI; null if there are none. */
export async function aiAnswers(db: Db | Tx, customerId: number, rules: readonly StoredRule[]): Promise<KnownAnswers | null> {
  const ids = rules.filter(({ actionType }) => actionType === 12).map(({ id }) => id);
  if (ids.length === 0) return null;
  const isSet = await isAsked(db, fieldValueOperation, customerId);
  const rows = await db
    .selectFrom('ai_answer')
    .select(['rule_id', 'digest', 'state', 'value', 'tries', 'words'])
    .where('customer_id', '=', customerId)
    .where('rule_id', 'in', ids)
    .execute();
  const known = rows.map(
    ({ rule_id, digest, value, ...rest }) =>
      [answerKey(rule_id, digest), { ...rest, value: (value ?? null) as FieldValue }] as const,
  );
  return { isSet, known: new Map<string, Known>(known) };
}

/**
 * Stores the questions of rules, in the transaction that stores the jobs. A question that is already queued gets the jobs
 * added. A failed one is asked again after `rest` milliseconds.
 */
export async function saveQuestions(tx: Tx, customerId: number, asked: Questions, at: string, rest = restMs): Promise<void> {
  const questions = [...asked.values()]
    .filter(({ jobIds }) => jobIds.size > 0)
    .map(({ ruleId, prompt, jobIds }) => ({ rule_id: ruleId, digest: digestOf(prompt), prompt, job_ids: [...jobIds] }))
    // In a fixed order, so that two collections with the same questions cannot deadlock.
    .sort((a, b) => (answerKey(a.rule_id, a.digest) < answerKey(b.rule_id, b.digest) ? -1 : 1));
  if (questions.length === 0) return;
  const rested = new Date(Date.parse(at) - rest).toISOString();
  await sql`
    insert into ai_answer (customer_id, rule_id, digest, prompt, job_ids, next_at, at)
    select ${customerId}, q.rule_id, q.digest, q.prompt, q.job_ids, ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb) as q(rule_id bigint, digest text, prompt text, job_ids bigint[])
    on conflict (customer_id, rule_id, digest) do update set
      job_ids = (select array_agg(distinct id) from unnest(ai_answer.job_ids || excluded.job_ids) as id),
      state = case when ai_answer.state = 'failed' and ai_answer.at <= ${rested} then 'wanted' else ai_answer.state end,
      tries = case when ai_answer.state = 'failed' and ai_answer.at <= ${rested} then 0 else ai_answer.tries end,
      next_at = case when ai_answer.state = 'failed' and ai_answer.at <= ${rested} then excluded.next_at else ai_answer.next_at end
    where ai_answer.state <> 'answered'`.execute(tx);
}
