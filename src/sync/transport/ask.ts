import type * as z from 'zod';
import type { Endpoint, ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import type { Net, NetAnswer, NetRequest, Tokens } from './ports.ts';
import { requestOf } from './request.ts';
import { type Verdict, verdictOf } from './verdict.ts';

/** Long enough for a slow connection, short enough that a drain step ends within its 30 s. */
const askTimeoutMs = 20_000;

/** Both the worker's token and the one that its page returns may have expired. The second refresh brings a new one. */
const refreshesAtMost = 2;

/** Sends with the current token, and again with a new one after a 401. A 401 that remains means signed out. */
export async function sendSigned(
  net: Net,
  tokens: Tokens,
  request: Omit<NetRequest, 'token'>,
): Promise<NetAnswer | { readonly kind: 'unreachable' }> {
  let answer: NetAnswer = unauthorised;
  for (let refreshes = 0; ; refreshes++) {
    const token = tokens.current();
    if (token !== null) {
      answer = await net.send({ ...request, token });
      if (answer.kind === 'none' || answer.status !== 401) return answer;
    }
    if (refreshes === refreshesAtMost) return answer;
    const refreshed = await tokens.refresh(token);
    if (refreshed === 'unreachable') return { kind: 'unreachable' };
    if (refreshed === 'signed_out') return unauthorised;
  }
}

const unauthorised: NetAnswer = {
  kind: 'answer',
  status: 401,
  header: () => '',
  text: async () => 'null',
  bytes: async () => new Uint8Array(),
  async *lines() {},
};

/** Sends one of the sync calls and returns what the answer means. */
export async function ask<E extends Endpoint & { reply: z.ZodType }>(
  { net, tokens }: { readonly net: Net; readonly tokens: Tokens },
  endpoint: E,
  args: SentArgsOf<E>,
  signal?: AbortSignal,
): Promise<Verdict<ReplyOf<E>>> {
  const request = { ...requestOf(endpoint, args), timeoutMs: askTimeoutMs, ...(signal ? { signal } : {}) };
  const answer = await sendSigned(net, tokens, request);
  if (answer.kind === 'unreachable') return { kind: 'failed', heard: false };
  return verdictOf(answer, endpoint.reply) as Promise<Verdict<ReplyOf<E>>>;
}
