import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { checkedReading, type ReadingAnswer } from '#domain/parsing/extract/checked-reading.ts';
import { type DescriptionReader, type ModelReading, readerVersion } from '#domain/readings/readings.ts';
import { isAsked } from '#server/ai/ask/ask-prompt.ts';
import { promptsFor } from '#server/ai/rows/prompt-rows.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** The documented number of the operation that reads shift and bill rate. */
export const readingOperation = 1;
/** Questions about descriptions are stored beside those of rules, under the number of no rule. */
export const readingRule = 0;

/** How a customer's descriptions are read. `askedAs`: the prompt and version that models are asked with; null if none is asked. */
export type ReadingGrounds = { readonly isOn: boolean; readonly askedAs: string | null };

/** Reads the customer's switch and the prompt in production. */
export async function readingGrounds(db: Db | Tx, customerId: number): Promise<ReadingGrounds> {
  const customer = await db
    .selectFrom('customer')
    .select('reads_descriptions as isOn')
    .where('id', '=', customerId)
    .executeTakeFirst();
  if (customer?.isOn !== true) return { isOn: false, askedAs: null };
  const [prompt] = await promptsFor(db, customerId, readingOperation);
  const reaches = prompt !== undefined && (await isAsked(db, readingOperation, customerId));
  return { isOn: true, askedAs: reaches ? `${prompt.promptId}.${prompt.version}` : null };
}

/** Identifies what the built-in reader makes of a description: with the same key, the same description gives the same values. */
export const readingKey = ({ isOn }: ReadingGrounds): string | null => (isOn ? readerVersion : null);

/** The digest of a description, under which its question is stored. */
const descriptionDigest = (description: string): string => createHash('sha256').update(description).digest('hex');

/** The reader of some descriptions, and which of them a model has to be asked about. */
export type KnownReadings = { readonly reader: DescriptionReader; readonly asks: (description: string) => boolean };

/** The reader of descriptions with the answers that models gave about them. */
export async function knownReadings(
  db: Db | Tx,
  customerId: number,
  { isOn, askedAs }: ReadingGrounds,
  descriptions: readonly (string | null | undefined)[],
): Promise<KnownReadings> {
  if (!isOn) return { reader: null, asks: () => false };
  if (askedAs === null) return { reader: { modelOf: () => undefined }, asks: () => false };
  const digests = [...new Set(descriptions.flatMap((text) => (text?.trim() ? [descriptionDigest(text.trim())] : [])))];
  const { rows } = await sql<Answer>`
    select digest, value, model, state, asked_as as "askedAs" from ai_answer
    where customer_id = ${customerId} and rule_id = ${readingRule} and digest = any(${digests}::text[])`.execute(db);
  const known = new Map(rows.map((row) => [row.digest, row]));
  return {
    reader: { modelOf: (description) => modelReading(known.get(descriptionDigest(description)), description) },
    asks(description) {
      const found = known.get(descriptionDigest(description.trim()));
      return found?.state !== 'answered' || found.askedAs !== askedAs;
    },
  };
}

type Answer = {
  readonly digest: string;
  readonly value: ReadingAnswer | null;
  readonly model: string | null;
  readonly state: string;
  readonly askedAs: string | null;
};

function modelReading(answer: Answer | undefined, description: string): ModelReading | undefined {
  if (!answer?.value || answer.model === null) return undefined;
  return { ...checkedReading(answer.value, description), model: answer.model };
}

/** A description that a model is to read, and the jobs that wait for it. */
export type ReadingQuestion = { readonly description: string; readonly jobId: number };

/** A failed question may be asked again after a day. */
const restMs = 86_400_000;

/**
 * Stores questions about descriptions, in the transaction that stores the jobs. A question that is there gets the jobs added; one that an
 * older version of the prompt has answered, or that failed more than a day ago, is asked again.
 */
export async function saveReadingQuestions(
  tx: Tx,
  customerId: number,
  { askedAs }: ReadingGrounds,
  asked: readonly ReadingQuestion[],
  at: string,
): Promise<void> {
  if (askedAs === null || asked.length === 0) return;
  const jobs = new Map<string, { digest: string; prompt: string; job_ids: number[] }>();
  for (const { description, jobId } of asked) {
    const digest = descriptionDigest(description);
    const one = jobs.get(digest) ?? { digest, prompt: description, job_ids: [] };
    one.job_ids.push(jobId);
    jobs.set(digest, one);
  }
  // In a fixed order, so that two collections with the same questions cannot deadlock.
  const lines = [...jobs.values()].sort((a, b) => (a.digest < b.digest ? -1 : 1));
  const rested = new Date(Date.parse(at) - restMs).toISOString();
  const again = sql`(ai_answer.state = 'answered' and ai_answer.asked_as is distinct from ${askedAs}
    or ai_answer.state = 'failed' and (ai_answer.at <= ${rested} or ai_answer.asked_as is distinct from ${askedAs}))`;
  await sql`
    insert into ai_answer (customer_id, rule_id, digest, prompt, job_ids, asked_as, next_at, at)
    select ${customerId}, ${readingRule}, q.digest, q.prompt, q.job_ids, ${askedAs}, ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as q(digest text, prompt text, job_ids bigint[])
    on conflict (customer_id, rule_id, digest) do update set
      job_ids = (select array_agg(distinct id) from unnest(ai_answer.job_ids || excluded.job_ids) as id),
      state = case when ${again} then 'wanted' else ai_answer.state end,
      tries = case when ${again} then 0 else ai_answer.tries end,
      next_at = case when ${again} then excluded.next_at else ai_answer.next_at end,
      asked_as = ${askedAs}`.execute(tx);
}
