import type * as z from 'zod';
import { fromWire } from '#contract/kit/wire-translation.ts';
import { retryAfterMs } from './backoff.ts';
import type { NetAnswer } from './ports.ts';

/** What an answer of the service means for the loop that sent the request [S3]. */
export type Verdict<T> =
  /** `servedAt`: when the service answered, by its own clock; missing when the answer has no date. */
  | { readonly kind: 'reply'; readonly value: T; readonly servedAt?: string }
  /** 401: the token expired. Nothing was consumed. */
  | { readonly kind: 'signed_out' }
  /** 403, 404: no access to the customer. Keep everything and ask the user. */
  | { readonly kind: 'no_access'; readonly servedAt?: string }
  /** 410 without a reply: the customer was deleted. */
  | { readonly kind: 'gone' }
  /** 409 busy, 425, 428 (the password has expired), 429, 503: wait. With `afterMs` null, the back-off decides how long. Does not count as an attempt. */
  | { readonly kind: 'wait'; readonly afterMs: number | null }
  /** 400, 413, 422: the service cannot accept the request as it is. */
  | { readonly kind: 'unfit' }
  /** 426: this version is too old. */
  | { readonly kind: 'too_old' }
  /** No usable answer: counts as an attempt. `heard` is false when the service cannot be reached at all. */
  | { readonly kind: 'failed'; readonly heard: boolean };

/** This header proves that the service itself answered, not a proxy or captive portal. */
export const protocolHeader = 'x-sync-protocol';

/** Reads a JSON answer. A reply of the declared shape is accepted whatever its status; otherwise the status decides. */
export async function verdictOf<S extends z.ZodType>(answer: NetAnswer, reply: S): Promise<Verdict<z.output<S>>> {
  const spoken = verdictOfHead(answer);
  if (spoken.kind !== 'heard') return spoken;
  const text = await spoken.answer.text().catch(() => null);
  const body = text === null ? undefined : parseJson(text);
  if (body === undefined) return { kind: 'failed', heard: false };
  const parsed = reply.safeParse(fromWire(reply, body));
  if (parsed.success) return { kind: 'reply', value: parsed.data, ...servedAt(spoken.answer) };
  return verdictOfStatus(spoken.answer);
}

type Heard = { readonly kind: 'heard'; readonly answer: Extract<NetAnswer, { kind: 'answer' }> };

/** The service's own time of an answer, because a device's clock may be wrong by days [edge case 6]. */
export function servedAt(answer: Heard['answer']): { readonly servedAt?: string } {
  const at = Date.parse(answer.header('date') ?? '');
  return Number.isNaN(at) ? {} : { servedAt: new Date(at).toISOString() };
}

/** Whether the service itself answered. */
export function verdictOfHead(answer: NetAnswer): Heard | { readonly kind: 'failed'; readonly heard: false } {
  if (answer.kind === 'none' || answer.header(protocolHeader) === null) return { kind: 'failed', heard: false };
  return { kind: 'heard', answer };
}

/** What a status means when there is no valid reply. */
export function verdictOfStatus(answer: Extract<NetAnswer, { kind: 'answer' }>): Exclude<Verdict<never>, { kind: 'reply' }> {
  switch (answer.status) {
    case 401:
      return { kind: 'signed_out' };
    case 403:
    case 404:
      return { kind: 'no_access', ...servedAt(answer) };
    case 410:
      return { kind: 'gone' };
    case 409:
    case 425:
    case 428:
    case 429:
    case 503:
      return { kind: 'wait', afterMs: retryAfterMs(answer.header('retry-after')) };
    case 400:
    case 413:
    case 422:
      return { kind: 'unfit' };
    case 426:
      return { kind: 'too_old' };
    default:
      return { kind: 'failed', heard: true };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
