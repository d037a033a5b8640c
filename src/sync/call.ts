import type { Endpoint, RefusalOf, ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import type { Fault } from '#contract/kit/errors.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { refusalFromWire } from '#contract/kit/wire-refusals.ts';
import { fromWire } from '#contract/kit/wire-translation.ts';
import { nameInDisposition } from '#domain/file-names/name-in-disposition.ts';
import { sendSigned } from './transport/ask.ts';
import { retryAfterMs } from './transport/backoff.ts';
import type { Net, NetAnswer, Tokens } from './transport/ports.ts';
import { requestOf } from './transport/request.ts';

type CallOptions = {
  /** The file that an upload sends. */
  readonly file?: File;
  /** Makes a repeated call take effect only once. Use the same key for every attempt of one action. */
  readonly idempotencyKey?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
};

/**
 * Calls a declared endpoint. Returns the reply, a declared refusal, or a fault when there is no usable answer. Never throws for
 * these.
 */
export type Call = <E extends Endpoint>(
  endpoint: E,
  args: SentArgsOf<E>,
  options?: CallOptions,
) => Promise<Result<ReplyOf<E>, RefusalOf<E> | Fault>>;

/** A file or document that a call returns. */
type Download = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly fileName: string | null;
};

export type Caller = {
  readonly call: Call;
  /** For endpoints that return a file or XML (`raw`). */
  readonly download: <E extends Endpoint>(
    endpoint: E,
    args: SentArgsOf<E>,
    options?: CallOptions,
  ) => Promise<Result<Download, RefusalOf<E> | Fault>>;
};

const callTimeoutMs = 30_000;

type Answer = Extract<NetAnswer, { kind: 'answer' }>;

/**
 * The typed client for all declared calls. A public call is sent without a token. Any other call is sent with one, which is
 * refreshed once if needed.
 */
export function createCaller(net: Net, tokens: Tokens): Caller {
  const send = async <E extends Endpoint>(
    endpoint: E,
    args: SentArgsOf<E>,
    options: CallOptions,
  ): Promise<Result<Answer, RefusalOf<E> | Fault>> => {
    const { file, idempotencyKey, timeoutMs = callTimeoutMs, signal } = options;
    const request = {
      ...requestOf(endpoint, args, file),
      timeoutMs,
      ...(signal ? { signal } : {}),
      ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } }),
    };
    const answer =
      endpoint.needs === 'public' ? await net.send({ ...request, token: null }) : await sendSigned(net, tokens, request);
    if (answer.kind === 'unreachable') return no({ kind: 'offline' });
    if (answer.kind === 'none') return no({ kind: answer.why === 'timeout' ? 'timeout' : 'offline' });
    return answer.status >= 200 && answer.status < 300 ? ok(answer) : no(await problemOf(endpoint, answer));
  };

  return {
    async call(endpoint, args, options = {}) {
      const answer = await send(endpoint, args, options);
      if (!answer.ok) return answer;
      const body = await bodyOf(answer.value);
      const parsed = endpoint.reply.safeParse(fromWire(endpoint.reply, body));
      // A page of somebody else's with status 200, or a service newer than this app.
      return parsed.success ? ok(parsed.data as ReplyOf<typeof endpoint>) : no(serverFault(answer.value));
    },
    async download(endpoint, args, options = {}) {
      const answer = await send(endpoint, args, options);
      if (!answer.ok) return answer;
      const bytes = await answer.value.bytes().catch(() => null);
      if (!bytes) return no({ kind: 'offline' });
      const contentType = answer.value.header('content-type') ?? 'application/octet-stream';
      return ok({ bytes, contentType, fileName: nameInDisposition(answer.value.header('content-disposition')) });
    },
  };
}

const serverFault = (answer: Answer): Fault => ({ kind: 'server', ref: answer.header('x-request-id') ?? String(answer.status) });

/** The body of a reply. Some documented calls answer with plain text, which is empty where all is well. */
const bodyOf = (answer: Answer): Promise<unknown> =>
  answer.header('content-type')?.startsWith('text/plain') ? answer.text() : jsonOf(answer);

async function jsonOf(answer: Answer): Promise<unknown> {
  const text = await answer.text().catch(() => '');
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isMissingFactor = (body: unknown) =>
  typeof body === 'object' && body !== null && 'kind' in body && body.kind === 'add_second_factor';

/** The declared refusal if the answer is one; otherwise the fault that the status means. */
async function problemOf<E extends Endpoint>(endpoint: E, answer: Answer): Promise<RefusalOf<E> | Fault> {
  const body = await jsonOf(answer);
  const refusal = refusalFromWire(endpoint, body);
  if (refusal && endpoint.fails.includes(refusal.kind)) return refusal as RefusalOf<E>;
  switch (answer.status) {
    case 401:
      return { kind: 'signed_out' };
    case 426:
      return { kind: 'client_too_old' };
    case 428:
      return { kind: isMissingFactor(body) ? 'add_second_factor' : 'password_expired' };
    case 409:
    case 425:
    case 429:
    case 503:
      return { kind: 'busy', retryAfterSeconds: (retryAfterMs(answer.header('retry-after')) ?? 5_000) / 1000 };
    default:
      return serverFault(answer);
  }
}
