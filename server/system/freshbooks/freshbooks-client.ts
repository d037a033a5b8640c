import * as z from 'zod';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { type FetchProblem, type SafeReply, safeFetch } from '#server/kit/lib/safe-fetch.ts';

/** Why a call to FreshBooks gave nothing. `words` is for the provider's administrators. */
export type FreshBooksProblem = {
  /**
   * away: the call did not arrive. busy: it must wait `seconds`. token: FreshBooks does not take the token. account: it may not do this.
   * refused: FreshBooks will never take it as it is. gone: it is not there. unsure: FreshBooks may have done it.
   */
  readonly kind: 'away' | 'busy' | 'token' | 'account' | 'refused' | 'gone' | 'unsure';
  readonly words: string;
  readonly seconds?: number;
};

/** Where FreshBooks is, and what may be called although it is private, such as the double of the demo. */
export type FreshBooksPlace = { readonly apiUrl: string; readonly allow: readonly string[] };

/** The longest that a call may take, in milliseconds. A lease is longer than that. */
const longestCallMs = 45_000;
const mostAnswerBytes = 10 * 1024 * 1024;

export type FreshBooksCall = {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
  /** The access token; without it, the call needs none. */
  readonly token?: string;
};

/**
 * One call of FreshBooks. `reply` is what the answer must have. Never throws, and repeats nothing by itself. An answer with status 200 may be
 * an error, in an old and in a new form; both are problems here.
 */
export async function callFreshBooks<T>(
  { apiUrl, allow }: FreshBooksPlace,
  { method, path, body, token }: FreshBooksCall,
  reply: z.ZodType<T>,
): Promise<Result<T, FreshBooksProblem>> {
  const answer = await safeFetch(`${apiUrl}${path}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    allow,
    redirects: 0,
    maxBytes: mostAnswerBytes,
    totalMs: longestCallMs,
  });
  return readAnswer(answer, reply);
}

type Answer = Result<Pick<SafeReply, 'status' | 'headers' | 'bytes'>, FetchProblem>;

function readAnswer<T>(answer: Answer, reply: z.ZodType<T>): Result<T, FreshBooksProblem> {
  if (!answer.ok) return no(withoutAnswer(answer.error));
  const { status, headers, bytes } = answer.value;
  const json = jsonIn(bytes);
  if (status === 429) return no(busy(headers['retry-after']));
  if (status >= 500 || status === 408) return no({ kind: 'unsure', words: `FreshBooks did not confirm it (${status}).` });
  const said = errorIn(json);
  if (said) return no(problemOf(said, status));
  if (status < 200 || status >= 300) return no(problemOf({ words: '' }, status));
  const read = reply.safeParse(json);
  return read.success ? ok(read.data) : no({ kind: 'unsure', words: 'FreshBooks’ answer cannot be read.' });
}

function withoutAnswer({ kind, words, unsent }: FetchProblem): FreshBooksProblem {
  if (kind === 'refused') return { kind: 'account', words };
  return { kind: unsent ? 'away' : 'unsure', words: `FreshBooks: ${words}` };
}

/** The longest pause that FreshBooks may ask for, and the pause if it names none, in seconds. */
const [longestPause, usualPause] = [3600, 30];

function busy(retryAfter: string | undefined): FreshBooksProblem {
  const asked = Number(retryAfter ?? usualPause);
  const seconds = Number.isFinite(asked) ? Math.min(Math.max(Math.ceil(asked), 1), longestPause) : usualPause;
  return { kind: 'busy', seconds, words: `FreshBooks asks to wait ${seconds} s.` };
}

type Said = { readonly words: string; readonly name?: string; readonly code?: number };

/** `{response: {errors}}` of the accounting, also with status 200. */
const OldErrors = z.object({
  response: z.object({
    errors: z
      .array(z.object({ errno: z.coerce.number().optional(), field: z.string().nullish(), message: z.string().nullish() }))
      .min(1),
  }),
});
/** `{code, message, details}`, also with status 200. */
const NewError = z.object({
  code: z.number(),
  message: z.string(),
  details: z.array(z.looseObject({ reason: z.string().optional() })).default([]),
});
/** `{error, error_description}` of the sign-in, and `{error_type, message}` of the gateway. */
const SignInError = z.object({ error: z.string(), error_description: z.string().optional() });
const GatewayError = z.object({ error_type: z.string(), message: z.string().default('') });

/** What is wrong, if the answer says so whatever its status. */
function errorIn(json: unknown): Said | undefined {
  const old = OldErrors.safeParse(json);
  if (old.success) {
    const { errors } = old.data.response;
    const words = errors.map(({ field, message }) => [field, message].filter(Boolean).join(': ')).join(' ');
    return { words };
  }
  const signIn = SignInError.safeParse(json);
  if (signIn.success) return { words: signIn.data.error_description ?? '', name: signIn.data.error };
  const gateway = GatewayError.safeParse(json);
  if (gateway.success) return { words: gateway.data.message, name: gateway.data.error_type };
  const fresh = NewError.safeParse(json);
  if (!fresh.success) return undefined;
  const reasons = fresh.data.details.flatMap(({ reason }) => (reason === undefined ? [] : [reason]));
  return { words: [fresh.data.message, ...reasons].join(' '), code: fresh.data.code };
}

const mostSaid = 300;
/** Codes of the new form of errors: those of gRPC. */
const kindOfCode: Readonly<Record<number, FreshBooksProblem['kind']>> = {
  4: 'unsure',
  5: 'gone',
  7: 'account',
  8: 'busy',
  13: 'unsure',
  14: 'unsure',
  16: 'token',
};
const tokenNames = ['unauthenticated', 'unauthorized', 'invalid_token', 'invalid_grant', 'invalid_client'];

function problemOf({ words, name, code }: Said, status: number): FreshBooksProblem {
  const said = words === '' ? '' : ` FreshBooks says: ${words.slice(0, mostSaid)}`;
  const kind = kindOf(status, words, name, code);
  switch (kind) {
    case 'token':
      return { kind, words: `FreshBooks does not take the sign-in. Authorize it again in the system settings.${said}` };
    case 'account':
      return { kind, words: `The authorization does not allow this at FreshBooks. Authorize it again with all scopes.${said}` };
    case 'gone':
      return { kind, words: `FreshBooks does not find it.${said}` };
    case 'busy':
      return { kind, seconds: usualPause, words: `FreshBooks asks to wait ${usualPause} s.` };
    case 'unsure':
      return { kind, words: `FreshBooks did not confirm it.${said}` };
    default:
      return { kind: 'refused', words: `FreshBooks refused it.${said}` };
  }
}

function kindOf(status: number, words: string, name = '', code?: number): FreshBooksProblem['kind'] {
  if (status === 401 || tokenNames.includes(name)) return 'token';
  const known = code === undefined ? undefined : kindOfCode[code];
  if (known !== undefined) return known;
  if (status === 403) return 'account';
  return status === 404 || name === 'not_found' || /not found/i.test(words) ? 'gone' : 'refused';
}

/** An answer that is no JSON is undefined. */
function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
