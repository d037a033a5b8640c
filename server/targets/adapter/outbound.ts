import type { Result } from '#contract/kit/result.ts';
import type { FetchProblem, SafeReply } from '#server/kit/lib/safe-fetch.ts';
import { safeFetch } from '#server/kit/lib/safe-fetch.ts';

/** One call to a target, before redirects. */
export type Sent = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  readonly headers?: Record<string, string>;
  readonly body?: string;
};
export type Send = (url: string, sent: Sent) => Promise<Result<SafeReply, FetchProblem>>;

/** Sends calls through the check of outbound addresses. `allowed` are URLs of our own demo systems on loopback. */
export const guardedSend =
  (allowed: readonly (string | null)[]): Send =>
  (url, sent) =>
    safeFetch(url, {
      ...sent,
      redirects: 'manual',
      allow: allowed.flatMap((address) => (address === null ? [] : [new URL(address).host])),
    });
