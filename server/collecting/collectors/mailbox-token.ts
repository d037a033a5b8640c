import { createHash } from 'node:crypto';
import * as z from 'zod';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { SafeReply } from '#server/kit/lib/safe-fetch.ts';
import type { CollectorTools, CollectProblem } from './collector.ts';
import { failed, problemOfFetch, problemOfStatus } from './problems.ts';

/** What renews the access token of a mailbox (OAuth 2.0, RFC 6749 section 6). `clientSecret` is empty for clients that have none. */
const MailboxRenewal = z.strictObject({
  tokenUrl: z.url(),
  clientId: z.string().min(1),
  clientSecret: z.string(),
  refreshToken: z.string().min(1),
});
export type MailboxRenewal = z.infer<typeof MailboxRenewal>;

/** What renews an access token, as it is stored in place of the secret key of a task. Null if that is an access token itself. */
export function renewalIn(secretKey: string): MailboxRenewal | null {
  // No access token begins like this.
  if (!secretKey.startsWith('{')) return null;
  return MailboxRenewal.safeParse(jsonIn(secretKey)).data ?? null;
}

export const textOfRenewal = (renewal: MailboxRenewal): string => JSON.stringify(renewal);

/** Identifies what was granted: a renewal with another client secret, or another path at the same host, is the same one. */
export const digestOfRenewal = ({ tokenUrl, clientId, refreshToken }: MailboxRenewal): string =>
  createHash('sha256')
    .update(JSON.stringify([new URL(tokenUrl).origin, clientId, refreshToken]))
    .digest('base64url');

/** An access token, good until an instant in milliseconds. `refresh` is the refresh token for the next one. */
export type MailboxToken = { readonly access: string; readonly until: number; readonly refresh: string };

const Answer = z.object({
  access_token: z.string().min(1).max(20_000),
  refresh_token: z.string().min(1).max(20_000).optional(),
  expires_in: z.coerce.number().positive().default(600),
});
const Refusal = z.object({ error: z.string() });

const longestMs = 10_000;

/** Asks the token address for an access token. Its answer is never repeated in a problem. */
export async function askForToken(
  { tokenUrl, clientId, clientSecret, refreshToken }: MailboxRenewal,
  { fetch, now }: Pick<CollectorTools, 'fetch' | 'now'>,
): Promise<Result<MailboxToken, CollectProblem>> {
  const reply = await fetch(tokenUrl, {
    method: 'POST',
    redirects: 0,
    maxBytes: 1024 * 1024,
    totalMs: longestMs,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
      ...(clientSecret !== '' && { client_secret: clientSecret }),
    }).toString(),
  });
  if (!reply.ok) return no(atTokenAddress(problemOfFetch(reply.error)));
  const answer = jsonIn(reply.value.bytes.toString('utf8'));
  const problem = refusalOf(reply.value, answer, now());
  if (problem) return no(problem);
  const token = Answer.safeParse(answer);
  if (!token.success) return failed('unreadable', 'The token address answered with something that is no access token. Check it.');
  const { access_token: access, refresh_token: rotated, expires_in: seconds } = token.data;
  return ok({ access, until: now().getTime() + seconds * 1000, refresh: rotated ?? refreshToken });
}

const atTokenAddress = (problem: CollectProblem): CollectProblem => ({
  ...problem,
  words: `The token address: ${problem.words}`,
});

function refusalOf(reply: SafeReply, answer: unknown, now: Date): CollectProblem | null {
  const { status } = reply;
  if (status === 400 || status === 401) return refusedGrant(Refusal.safeParse(answer).data?.error);
  const problem = problemOfStatus(reply, now);
  return problem && atTokenAddress(problem);
}

/** The documented errors of a token address (RFC 6749 section 5.2). */
function refusedGrant(error: string | undefined): CollectProblem {
  if (error === 'invalid_grant')
    return {
      kind: 'sign_in',
      words:
        'The refresh token is no longer good. Sign in at the provider of the mailbox again, and enter the new refresh token.',
    };
  if (error === 'invalid_client' || error === 'unauthorized_client')
    return { kind: 'sign_in', words: 'The token address refused the client ID or the client secret. Check both in the task.' };
  return { kind: 'sign_in', words: 'The token address refused to renew the access token. Check its address and the client ID.' };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
