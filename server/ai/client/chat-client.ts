import OpenAI, { APIError } from 'openai';
import type { ChatCompletion, ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import * as z from 'zod';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { CallOutcome } from '#domain/ai/call-words.ts';
import { guardedFetch, NoReply } from './guarded-fetch.ts';

/** The forms of an answer, the strictest first. A weaker endpoint refuses the first ones. */
export const answerForms = ['json_schema', 'json_object', 'text'] as const;
export type AnswerForm = (typeof answerForms)[number];

/** How an endpoint is reached. */
export type Connection = { readonly url: string; readonly allow: readonly string[]; readonly key: string | undefined };

/** One question: the instructions, data that is never an instruction, and the schema of the answer. */
export type ChatQuestion = {
  readonly model: string;
  readonly instructions: string;
  readonly data: string;
  /** Name of the answer in the request: letters and `_`. */
  readonly name: string;
  readonly schema: Record<string, unknown>;
  /** 0 to 1; null leaves it to the endpoint. */
  readonly temperature: number | null;
  /** The strictest form to ask for first. */
  readonly form: AnswerForm;
};

/** What a question brought. `value` is the JSON of the answer, not checked yet. `words` never repeat text of the endpoint. */
export type ChatAnswer = {
  readonly outcome: CallOutcome;
  readonly words: string;
  readonly value: unknown;
  /** The answer as it was written; empty without one. */
  readonly raw: string;
  /** The form that the endpoint accepted; null without an answer. */
  readonly form: AnswerForm | null;
  readonly standIn: boolean;
  /** As the endpoint counted them; null if it did not. */
  readonly tokens: { readonly asked: number; readonly answered: number } | null;
  readonly milliseconds: number;
  /** Seconds that the endpoint asks to wait; null if it does not. */
  readonly waitSeconds: number | null;
};

/** What the stand-in writes into `system_fingerprint` of its answers, and as owner of its models. */
export const standInMark = 'jobdock-stand-in';

/** The longest time that one request may take. */
const totalMs = 30_000;
/** The longest pause that an endpoint may ask for, and the pause if it names none. */
const [longestWait, usualWait] = [3600, 30];

const clientOf = ({ url, allow, key }: Connection): OpenAI =>
  new OpenAI({
    baseURL: url.replace(/\/$/, ''),
    // All of these are read from the environment where they are not given.
    apiKey: key ?? 'none',
    organization: null,
    project: null,
    logLevel: 'off',
    ...(key === undefined && { defaultHeaders: { Authorization: null } }),
    // Questions are asked again by their queue, with its own pauses.
    maxRetries: 0,
    timeout: totalMs + 1000,
    fetch: guardedFetch({ allow, totalMs }),
  });

/** Asks one question. An endpoint that refuses a form (400) is asked in the next weaker one. Never throws. */
export async function askChat(connection: Connection, question: ChatQuestion): Promise<ChatAnswer> {
  const since = performance.now();
  const client = clientOf(connection);
  const forms = answerForms.slice(answerForms.indexOf(question.form));
  let answer: Omit<ChatAnswer, 'milliseconds'> = failed('failed', 'The AI endpoint did not answer.');
  for (const form of forms) {
    const asked = await askIn(client, question, form);
    answer = asked.answer;
    if (!asked.mayBeForm) break;
  }
  return { ...answer, milliseconds: Math.round(performance.now() - since) };
}

type Asked = { readonly answer: Omit<ChatAnswer, 'milliseconds'>; readonly mayBeForm: boolean };

async function askIn(client: OpenAI, question: ChatQuestion, form: AnswerForm): Promise<Asked> {
  try {
    const reply: unknown = await client.chat.completions.create(bodyOf(question, form));
    return { answer: answerOf(reply, form), mayBeForm: false };
  } catch (error) {
    return { answer: failureOf(error), mayBeForm: error instanceof APIError && error.status === 400 };
  }
}

function bodyOf(question: ChatQuestion, form: AnswerForm): ChatCompletionCreateParamsNonStreaming {
  const { model, instructions, data, name, schema, temperature } = question;
  const inWords = `\nAnswer with one JSON object of this schema and nothing else:\n${JSON.stringify(schema)}`;
  return {
    model,
    ...(temperature !== null && { temperature }),
    messages: [
      { role: 'system', content: form === 'json_schema' ? instructions : `${instructions}${inWords}` },
      { role: 'user', content: data },
    ],
    ...(form === 'json_schema' && { response_format: { type: form, json_schema: { name, strict: true, schema } } }),
    ...(form === 'json_object' && { response_format: { type: form } }),
  };
}

const Count = z.number().int().min(0).max(1_000_000_000);
const Reply = z.object({
  choices: z
    .array(z.object({ finish_reason: z.string().nullish(), message: z.object({ content: z.string().nullish() }) }))
    .min(1),
  system_fingerprint: z.string().nullish(),
  usage: z.object({ prompt_tokens: Count, completion_tokens: Count }).nullish().catch(null),
} satisfies Partial<Record<keyof ChatCompletion, z.ZodType>>);

function answerOf(reply: unknown, form: AnswerForm): Omit<ChatAnswer, 'milliseconds'> {
  const unreadable = 'The AI endpoint gave no answer that can be read.';
  const read = Reply.safeParse(reply);
  const choice = read.success ? read.data.choices[0] : undefined;
  if (!read.success || !choice) return failed('unreadable', unreadable);
  const { usage, system_fingerprint } = read.data;
  const raw = choice.message.content ?? '';
  const known = {
    raw,
    form,
    standIn: system_fingerprint === standInMark,
    tokens: usage ? { asked: usage.prompt_tokens, answered: usage.completion_tokens } : null,
  };
  if (choice.finish_reason === 'length')
    return { ...failed('length', 'The answer of the AI was cut off at its longest length.'), ...known };
  if (choice.finish_reason === 'content_filter')
    return { ...failed('content_filter', 'The AI endpoint filtered the answer out.'), ...known };
  const value = jsonOf(raw.trim().replace(/^```(?:json)?\s*|\s*```$/g, ''));
  if (value === undefined) return { ...failed('unreadable', unreadable), ...known };
  return { outcome: 'answered', words: 'Answered', value, waitSeconds: null, ...known };
}

const failed = (outcome: CallOutcome, words: string, waitSeconds: number | null = null): Omit<ChatAnswer, 'milliseconds'> => ({
  outcome,
  words,
  value: undefined,
  raw: '',
  form: null,
  standIn: false,
  tokens: null,
  waitSeconds,
});

/** What an error of the client means. The statuses are the endpoint's. */
function failureOf(error: unknown): Omit<ChatAnswer, 'milliseconds'> {
  const cause = error instanceof Error && error.cause instanceof NoReply ? error.cause : error;
  if (cause instanceof NoReply) {
    const { kind, words } = cause.problem;
    return failed(kind === 'timeout' ? 'timeout' : kind === 'refused' ? 'refused' : 'failed', words);
  }
  if (error instanceof APIError && typeof error.status === 'number') {
    const words = `The AI endpoint refused (${error.status}).`;
    if (error.status === 429) return failed('busy', words, waitOf(error.headers?.get('retry-after') ?? null));
    const wait = error.headers?.get('retry-after') ?? null;
    return failed(error.status >= 500 ? 'failed' : 'refused', words, error.status === 503 && wait !== null ? waitOf(wait) : null);
  }
  return failed('unreadable', 'The AI endpoint gave no answer that can be read.');
}

/** Seconds of a `Retry-After`, as a number or a date. */
function waitOf(header: string | null): number {
  const seconds = header === null ? Number.NaN : Number(header);
  if (Number.isFinite(seconds)) return Math.min(Math.max(Math.ceil(seconds), 1), longestWait);
  const until = header === null ? Number.NaN : Date.parse(header);
  return Number.isNaN(until) ? usualWait : Math.min(Math.max(Math.ceil((until - Date.now()) / 1000), 1), longestWait);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Text that is not JSON does not count as an answer.
    return undefined;
  }
}

const Models = z.object({
  data: z.array(z.object({ id: z.string().min(1).max(200), owned_by: z.string().nullish() })).max(5000),
});
type OfferedModel = { readonly name: string; readonly standIn: boolean };

/** The models that an endpoint offers, by name; or why they cannot be read. */
export async function offeredModels(connection: Connection): Promise<Result<OfferedModel[], string>> {
  try {
    const read = Models.safeParse({ data: (await clientOf(connection).models.list()).data });
    if (!read.success) return no('The AI endpoint gave no list of models that can be read.');
    const named = read.data.data.map(({ id, owned_by }) => ({ name: id, standIn: owned_by === standInMark }));
    return ok(named.sort((a, b) => a.name.localeCompare(b.name)));
  } catch (error) {
    return no(failureOf(error).words);
  }
}
