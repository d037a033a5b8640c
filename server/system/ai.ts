import { sql } from 'kysely';
import * as z from 'zod';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { Db, Tx } from '../kit/db/connection.ts';
import { withoutScope } from '../kit/db/customer-scope.ts';
import { safeFetch } from '../kit/lib/safe-fetch.ts';
import type { Secrets } from '../kit/lib/secrets.ts';

/** An OpenAI-compatible endpoint, stored in the provider's settings under `ai`. Its key is encrypted separately. */
const AiSettings = z.object({
  /** Base URL up to `/v1`. */
  url: z.url({ protocol: /^https?$/ }),
  model: z.string().min(1),
  /** `host:port` on a private network that an administrator allows. */
  allow: z.array(z.string()).default([]),
});
export type AiEndpoint = z.infer<typeof AiSettings> & { readonly key: string | undefined };

/** The prompt: our instructions, data that the model must not treat as instructions, and the schema of the answer. */
export type AiQuestion = {
  readonly instructions: string;
  readonly data: string;
  readonly name: string;
  readonly schema: unknown;
};

/** Where the key of the AI endpoint is stored, encrypted. */
const aiSecret = (customerId: number) => ({ customerId, owner: 'ai', field: 'key' });

const providerOf = (db: Db | Tx) =>
  db.selectFrom('customer').select(['id', 'settings']).where('provider', '=', true).orderBy('id').executeTakeFirst();

/** The endpoint that the provider has set, or null. Every customer's rules use it. A transaction must not be limited to customers. */
export async function aiEndpoint(ports: { readonly db: Db | Tx; readonly secrets: Secrets }): Promise<AiEndpoint | null> {
  const { secrets } = ports;
  const db = withoutScope(ports.db);
  const provider = await providerOf(db);
  const settings = AiSettings.safeParse(provider?.settings['ai']);
  if (!provider || !settings.success) return null;
  return { ...settings.data, key: await secrets.take(db, aiSecret(provider.id)) };
}

/** Whether the provider has set an endpoint. */
export async function hasAi(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ ai: unknown }>`select provider_ai() as ai`.execute(db);
  return AiSettings.safeParse(rows[0]?.ai).success;
}

/** Saves the endpoint, or that there is none. `key` undefined keeps the stored key, null removes it. */
export async function keepAi(
  { db, secrets }: { readonly db: Tx; readonly secrets: Secrets },
  ai: (Omit<AiEndpoint, 'key'> & { readonly key?: string | null | undefined }) | null,
): Promise<void> {
  const provider = await providerOf(db);
  if (!provider) throw new Error('there is no provider to keep settings for');
  const { key = null, ...kept } = ai ?? {};
  await sql`update customer set settings = (settings - 'ai') || ${JSON.stringify(ai ? { ai: kept } : {})}::jsonb
    where id = ${provider.id}`.execute(db);
  if (ai === null || ai.key !== undefined) await secrets.put(db, aiSecret(provider.id), key);
}

const Reply = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

/**
 * Asks for one JSON object. If an endpoint refuses `json_schema`, it is asked once more in plain words. The caller validates the
 * answer. The error is one sentence and never repeats text from the endpoint.
 */
export async function askAi(endpoint: AiEndpoint, question: AiQuestion): Promise<Result<unknown, string>> {
  const format = { type: 'json_schema', json_schema: { name: question.name, strict: true, schema: question.schema } };
  const first = await send(endpoint, question, format);
  const reply = first.ok && first.value.status === 400 ? await send(endpoint, question, undefined) : first;
  if (!reply.ok) return reply;
  const { status, text } = reply.value;
  if (status !== 200) return no(`The AI endpoint refused (${status}).`);
  const read = Reply.safeParse(json(text));
  const content = read.success
    ? json((read.data.choices[0]?.message.content ?? '').replace(/^```(?:json)?\s*|\s*```$/g, ''))
    : undefined;
  return content === undefined ? no('The AI endpoint gave no answer that can be read.') : ok(content);
}

async function send(
  { url, model, key, allow }: AiEndpoint,
  { instructions, data, schema }: AiQuestion,
  format: unknown,
): Promise<Result<{ status: number; text: string }, string>> {
  const shape =
    format === undefined ? `\nAnswer with one JSON object of this schema and nothing else:\n${JSON.stringify(schema)}` : '';
  const body = JSON.stringify({
    model,
    temperature: 0,
    messages: [
      { role: 'system', content: `${instructions}${shape}` },
      { role: 'user', content: data },
    ],
    ...(format !== undefined && { response_format: format }),
  });
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) };
  const reply = await safeFetch(`${url.replace(/\/$/, '')}/chat/completions`, {
    method: 'POST',
    headers,
    body,
    allow,
    redirects: 0,
    maxBytes: 1_000_000,
    totalMs: 30_000,
  });
  return reply.ok ? ok({ status: reply.value.status, text: reply.value.bytes.toString('utf8') }) : no(reply.error.words);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Text that is not JSON does not count as an answer.
    return undefined;
  }
}
