import { type FetchProblem, safeFetch } from '#server/kit/lib/safe-fetch.ts';

/** Why no reply came. Thrown through the client of the endpoint, which knows errors only. */
export class NoReply extends Error {
  readonly problem: FetchProblem;
  constructor(problem: FetchProblem) {
    super(problem.words);
    this.problem = problem;
  }
}

type Guard = { readonly allow: readonly string[]; readonly totalMs: number };

/** Largest reply of an endpoint in bytes. */
const mostBytes = 1_000_000;

/**
 * The guarded fetch in the shape that a client library takes. Follows no redirect, so that a key reaches no other host. Throws
 * `NoReply`.
 */
export const guardedFetch =
  ({ allow, totalMs }: Guard) =>
  async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { body } = init;
    const reply = await safeFetch(String(address instanceof Request ? address.url : address), {
      method: init.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof body === 'string' && { body }),
      ...(init.signal && { signal: init.signal }),
      allow,
      redirects: 0,
      maxBytes: mostBytes,
      totalMs,
    });
    if (!reply.ok) throw new NoReply(reply.error);
    const { status, headers, bytes } = reply.value;
    const wait = headers['retry-after'];
    // Some endpoints send JSON without saying so; what is none fails to be read.
    const kept = { 'content-type': 'application/json', ...(typeof wait === 'string' && { 'retry-after': wait }) };
    return new Response(status === 204 || status === 304 ? null : new Uint8Array(bytes), { status, headers: kept });
  };
