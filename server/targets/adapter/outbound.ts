import type { Result } from '#contract/kit/result.ts';
import type { FetchProblem, SafeReply } from '#server/kit/lib/safe-fetch.ts';
import { safeFetch } from '#server/kit/lib/safe-fetch.ts';

/** One call to a target, before redirects. */
export type Sent = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
};
export type Send = (url: string, sent: Sent) => Promise<Result<SafeReply, FetchProblem>>;

/**
 * Sends calls through the check of outbound addresses. `allowed` are URLs of our own demo systems on loopback; `hosts` are those, with
 * their ports, that the demo may reach although they are private.
 */
export const guardedSend =
  (allowed: readonly (string | null)[], hosts: readonly string[] = []): Send =>
  (url, sent) =>
    safeFetch(url, {
      ...sent,
      redirects: 'manual',
      allow: [...hosts, ...allowed.flatMap((address) => (address === null ? [] : [new URL(address).host]))],
    });
