import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { FieldValue } from '#contract/rows/jobs.ts';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import type { ActionPorts } from '#domain/rules/actions/actions.ts';
import type { Moment } from '#domain/rules/prepare-rules.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { hasAi } from '#server/system/ai.ts';

/** The state of one rule's question. */
type Known = {
  readonly state: 'wanted' | 'answered' | 'failed';
  readonly value: FieldValue;
  readonly tries: number;
  readonly words: string;
};
type Asked = { readonly ruleId: number; readonly prompt: string; readonly jobIds: Set<number> };

/** AI answers to the prompts of a customer's rules. Collects unanswered questions until `saveQuestions` stores them. */
export type AiAnswers = {
  readonly answerOf: NonNullable<ActionPorts['answerOf']>;
  /** Sets the job that rules run on next. Questions are recorded for it. */
  onJob(jobId: number): void;
  /** Returns and clears the unanswered questions, by rule and digest. */
  take(): ReadonlyMap<string, Asked>;
  /** Why the rule's last question has no answer. `final`: waiting will not bring one. */
  standing(ruleId: number): { readonly words: string; readonly final: boolean };
};

const keyOf = (ruleId: number, digest: string): string => `${ruleId} ${digest}`;
const digestOf = (prompt: string): string => createHash('sha256').update(prompt).digest('hex');

/** A failed question may be asked again after a day. */
const restMs = 86_400_000;

/** Reads the answers for rules that ask an AI; null if there are none. */
export async function aiAnswers(
  db: Db | Tx,
  customerId: number,
  rules: readonly StoredRule[],
  moment: Moment,
): Promise<AiAnswers | null> {
  const ids = rules.filter(({ actionType }) => actionType === 12).map(({ id }) => id);
  if (ids.length === 0) return null;
  const isSet = await hasAi(db);
  const rows = await db
    .selectFrom('ai_answer')
    .select(['rule_id', 'digest', 'state', 'value', 'tries', 'words'])
    .where('customer_id', '=', customerId)
    .where('rule_id', 'in', ids)
    .execute();
  const known = new Map<string, Known>(
    rows.map(({ rule_id, digest, value, ...rest }) => [
      keyOf(rule_id, digest),
      { ...rest, value: (value ?? null) as FieldValue },
    ]),
  );
  let asked = new Map<string, Asked>();
  const last = new Map<number, Known | undefined>();
  let job: number | null = null;
  return {
    answerOf({ id: ruleId }, prompt) {
      const key = keyOf(ruleId, digestOf(prompt));
      const found = known.get(key);
      last.set(ruleId, found);
      if (found?.state === 'answered') return found.value;
      const question = asked.get(key) ?? { ruleId, prompt, jobIds: new Set<number>() };
      if (job !== null) question.jobIds.add(job);
      asked.set(key, question);
      return undefined;
    },
    onJob(jobId) {
      job = jobId;
    },
    take() {
      const taken = asked;
      asked = new Map();
      return taken;
    },
    standing: (ruleId) => (isSet ? standingOf(last.get(ruleId), moment) : { words: noAiMessage, final: true }),
  };
}

const noAiMessage = 'No AI is configured, so this was not answered: the field stays as it is.';

function standingOf(known: Known | undefined, moment: Moment): ReturnType<AiAnswers['standing']> {
  if (known?.state === 'failed') return { words: `The AI did not answer: ${known.words}`, final: true };
  const unasked = `The AI is asked when the job is ${moment === 'export' ? 'posted' : 'next collected or reprocessed'}.`;
  const again = known && known.tries > 0 && known.words !== '';
  const asked = again ? `The AI has not answered yet and is asked again: ${known.words}` : 'The AI has not answered yet.';
  return { words: known ? asked : unasked, final: false };
}

/**
 * Stores the questions of rules, in the transaction that stores the jobs. A question that is already queued gets the jobs
 * added. A failed one is asked again after `rest` milliseconds.
 */
export async function saveQuestions(
  tx: Tx,
  customerId: number,
  answers: AiAnswers | null,
  at: string,
  rest = restMs,
): Promise<void> {
  const questions = [...(answers?.take().values() ?? [])]
    .filter(({ jobIds }) => jobIds.size > 0)
    .map(({ ruleId, prompt, jobIds }) => ({ rule_id: ruleId, digest: digestOf(prompt), prompt, job_ids: [...jobIds] }))
    // In a fixed order, so that two collections with the same questions cannot deadlock.
    .sort((a, b) => (keyOf(a.rule_id, a.digest) < keyOf(b.rule_id, b.digest) ? -1 : 1));
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
