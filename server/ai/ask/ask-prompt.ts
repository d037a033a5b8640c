import type { AiModel } from '#contract/ai/models.ts';
import { costOf } from '#domain/ai/call-words.ts';
import { filledPrompt } from '#domain/ai/prompt-text.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { answerForms, askChat, type ChatAnswer } from '../client/chat-client.ts';
import { logCall } from '../rows/call-rows.ts';
import { type EngineRow, engineKey, engineOf } from '../rows/engine-rows.ts';
import { modelOf } from '../rows/model-rows.ts';
import { type AskedPrompt, promptsFor } from '../rows/prompt-rows.ts';
import { answerSchema } from './answer-schemas.ts';
import { budgetProblem } from './budget.ts';
import { noteAnswer } from './engine-pause.ts';

export type AskPorts = Pick<Services, 'db' | 'secrets' | 'now'>;

/** A question in the name of a customer: `data` goes to the model as its message, `fill` into the placeholders of the prompt. */
export type Question = {
  readonly customerId: number;
  readonly data: string;
  readonly fill?: Readonly<Record<string, string>>;
  /** A person tests the prompt. Models that are for administrators only answer nothing else. */
  readonly test?: boolean;
  /** A test may ask another model than the prompt's. */
  readonly modelId?: number;
};

/** Why nothing was asked. `final`: the same question is never asked. Otherwise it may be asked again, from `retryAt` on if that is set. */
type Unasked = { readonly words: string; readonly final: boolean; readonly retryAt: Date | null };

/** What a question brought: an answer that fits the schema, nothing because no engine is connected, or a failure in words. */
export type Asked =
  | {
      readonly kind: 'answered';
      readonly value: Readonly<Record<string, unknown>>;
      readonly model: string;
      readonly standIn: boolean;
    }
  | { readonly kind: 'none' }
  | ({ readonly kind: 'failed' } & Unasked);

/** One call to a model with all that is known of it. */
export type Call = {
  readonly answer: ChatAnswer;
  /** The properties of the prompt alone; null if the answer does not fit its schema. */
  readonly value: Readonly<Record<string, unknown>> | null;
  readonly words: string;
  readonly outcome: ChatAnswer['outcome'];
  readonly model: string;
  readonly version: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly cost: number | null;
};

/**
 * Asks the customer's prompt of an operation. `none` if no prompt is in production, its engine is the built-in one, or it is not
 * connected to an endpoint and a model: then the caller does without.
 */
export async function askOperation(ports: AskPorts, operation: number, question: Question): Promise<Asked> {
  const [prompt] = await promptsFor(ports.db, question.customerId, operation);
  const route = prompt && (await routeOf(ports, prompt, question));
  if (!prompt || !route) return { kind: 'none' };
  const call = await askPrompt(ports, prompt, route, question);
  if ('final' in call) return { kind: 'failed', ...call };
  if (call.value !== null) return { kind: 'answered', value: call.value, model: call.model, standIn: call.answer.standIn };
  const { waitSeconds } = call.answer;
  const retryAt = waitSeconds === null ? null : new Date(ports.now().getTime() + waitSeconds * 1000);
  return { kind: 'failed', words: call.words, final: false, retryAt };
}

/** Whether questions of an operation reach a model for a customer. */
export async function isAsked(db: Services['db'], operation: number, customerId: number): Promise<boolean> {
  const [prompt] = await promptsFor(db, customerId, operation);
  return prompt !== undefined && (await routeOf({ db }, prompt, {})) !== null;
}

/** The engine and the model that a prompt is sent to. */
export type Route = { readonly engine: EngineRow & { readonly url: string }; readonly model: AiModel };

/** Where a prompt is sent; null if its engine is not connected, or has no such model. */
export async function routeOf(
  { db }: Pick<AskPorts, 'db'>,
  prompt: AskedPrompt,
  { test = false, modelId }: Pick<Question, 'test' | 'modelId'>,
): Promise<Route | null> {
  const other = modelId === undefined ? undefined : await modelOf(db, modelId);
  if (modelId !== undefined && !other) return null;
  const engine = await engineOf(db, other?.engineId ?? prompt.engineId);
  if (!engine || engine.kind !== 'connection' || engine.url === null) return null;
  const chosen = other?.id ?? prompt.modelId ?? engine.defaultModelId;
  const model = other ?? (chosen === null ? undefined : await modelOf(db, chosen));
  if (!model || model.engineId !== engine.id || (model.adminOnly && !test)) return null;
  return { engine: { ...engine, url: engine.url }, model };
}

/** Sends one question by a prompt, within the customer's budget, and logs the call. Job texts are data: they are no part of the prompt. */
export async function askPrompt(
  ports: AskPorts,
  prompt: AskedPrompt,
  { engine, model }: Route,
  question: Question,
): Promise<Call | Unasked> {
  const { db, now } = ports;
  const unasked = await whyUnasked(ports, prompt, engine, question);
  if (unasked) return unasked;
  const schema = answerSchema(prompt.operation, prompt.resultProperties);
  const instructions = filledPrompt(prompt.prompt, question.fill ?? {});
  const best = prompt.format === 'text' ? 'text' : (model.answersAs ?? 'json_schema');
  const answer = await askChat(
    { url: engine.url, allow: engine.allow, key: await engineKey(ports, engine.id) },
    {
      model: model.name,
      instructions,
      data: question.data,
      name: schema.name,
      schema: schema.sent,
      temperature: prompt.temperature,
      form: best,
    },
  );
  await noteAnswer(db, engine.id, answer, now());
  if (prompt.format !== 'text') await learnModel(db, model, answer);
  const read = answer.outcome === 'answered' ? schema.read.safeParse(answer.value) : null;
  const value = read?.success ? read.data : null;
  const outcome = answer.outcome === 'answered' && value === null ? 'unreadable' : answer.outcome;
  const words =
    outcome === answer.outcome ? answer.words : 'The AI gave an answer that does not fit the properties of the prompt.';
  const { tokensIn, tokensOut } = tokensOf(answer, `${instructions}${question.data}`);
  const cost = costOf(model, tokensIn, tokensOut);
  const call: Call = { answer, value, words, outcome, model: model.name, version: prompt.version, tokensIn, tokensOut, cost };
  await logCall(ports, {
    ...call,
    customerId: question.customerId,
    operation: prompt.operation,
    promptId: prompt.promptId,
    engineId: engine.id,
    engine: engine.name,
    test: question.test ?? false,
    standIn: answer.standIn,
    milliseconds: answer.milliseconds,
    counted: answer.tokens !== null,
    asked: question.data,
    answered: answer.raw,
  });
  return call;
}

async function whyUnasked(
  { db, now }: AskPorts,
  { minRequestLength }: AskedPrompt,
  { pausedUntil, problem }: EngineRow,
  { customerId, data }: Question,
): Promise<Unasked | null> {
  if (minRequestLength !== null && data.trim().length < minRequestLength)
    return {
      words: `The text has fewer than ${minRequestLength.toLocaleString('en-US')} characters, so the AI is not asked.`,
      final: true,
      retryAt: null,
    };
  if (pausedUntil !== null && Date.parse(pausedUntil) > now().getTime())
    return { words: `The AI is not asked for a while: ${problem ?? 'it failed.'}`, final: false, retryAt: new Date(pausedUntil) };
  const spent = await budgetProblem(db, customerId, now());
  const later = new Date(now().getTime() + hourMs);
  return spent === null ? null : { words: spent, final: false, retryAt: later };
}

const hourMs = 3_600_000;

/** Notes the form that a model accepted, and whether it is the stand-in, if that is news. */
async function learnModel(db: Services['db'], model: AiModel, { form, standIn }: ChatAnswer): Promise<void> {
  if (form === null) return;
  const weaker = model.answersAs === null || answerForms.indexOf(form) > answerForms.indexOf(model.answersAs);
  if (!weaker && model.standIn === standIn) return;
  await db
    .updateTable('ai_model')
    .set({ ...(weaker && { answers_as: form }), stand_in: standIn })
    .where('id', '=', model.id)
    .execute();
}

/** Tokens as the endpoint counted them, or estimated: four characters a token. */
function tokensOf({ tokens, raw }: ChatAnswer, asked: string) {
  const estimated = (text: string) => Math.ceil(text.length / 4);
  return { tokensIn: tokens?.asked ?? estimated(asked), tokensOut: tokens?.answered ?? estimated(raw) };
}
