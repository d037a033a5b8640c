import * as z from 'zod';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { type FetchProblem, type SafeReply, safeFetch } from '#server/kit/lib/safe-fetch.ts';

/** Why a call to Jira gave nothing. `words` is for the provider's administrators. */
export type JiraProblem = {
  /**
   * away: the call did not arrive. busy: Jira asks to wait `seconds`. account: Jira does not let the account do this. refused: Jira will
   * never take it as it is. gone: it is not there. unsure: Jira may have done it.
   */
  readonly kind: 'away' | 'busy' | 'account' | 'refused' | 'gone' | 'unsure';
  readonly words: string;
  readonly seconds?: number;
};

export type JiraSignIn = {
  readonly site: string;
  readonly account: string;
  readonly token: string;
  readonly allow: readonly string[];
};

/** A file that goes to an issue. */
export type SentFile = { readonly name: string; readonly content: Uint8Array };

/** The longest that a call may take, in milliseconds. A lease is longer than that. */
const longestCallMs = 45_000;
const mostAnswerBytes = 5 * 1024 * 1024;

type Call = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: unknown; readonly file?: SentFile };

/** One call of Jira Cloud's REST API v3. `reply` is what the answer must have. Never throws. */
export async function callJira<T>(signIn: JiraSignIn, call: Call, reply: z.ZodType<T>): Promise<Result<T, JiraProblem>> {
  const { site, account, token, allow } = signIn;
  const sent = call.file ? multipartOf(call.file) : jsonOf(call.body);
  const answer = await safeFetch(`${site}/rest/api/3${call.path}`, {
    method: call.method,
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
      ...sent.headers,
    },
    ...(sent.body !== undefined && { body: sent.body }),
    allow,
    redirects: 0,
    maxBytes: mostAnswerBytes,
    totalMs: longestCallMs,
  });
  return readAnswer(answer, reply);
}

const jsonOf = (body: unknown): { readonly headers: Record<string, string>; readonly body?: string } =>
  body === undefined ? { headers: {} } : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };

function multipartOf({ name, content }: SentFile) {
  const boundary = `jobdock-${crypto.randomUUID()}`;
  const safeName = name.replaceAll(/["\r\n\\]/g, '_');
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${safeName}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'x-atlassian-token': 'no-check' },
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

type Answer = Result<Pick<SafeReply, 'status' | 'headers' | 'bytes'>, FetchProblem>;

function readAnswer<T>(answer: Answer, reply: z.ZodType<T>): Result<T, JiraProblem> {
  if (!answer.ok) return no(withoutAnswer(answer.error));
  const { status, headers, bytes } = answer.value;
  if (status < 200 || status >= 300) return no(problemOf(status, headers['retry-after'], bytes));
  const read = reply.safeParse(jsonIn(bytes));
  if (read.success) return ok(read.data);
  return no({ kind: 'unsure', words: 'Jira’s answer cannot be read. Check the address of the site in the system settings.' });
}

function withoutAnswer({ kind, words, unsent }: FetchProblem): JiraProblem {
  if (kind === 'refused') return { kind: 'account', words: `${words} Check the address of the site in the system settings.` };
  return { kind: unsent ? 'away' : 'unsure', words: `Jira: ${words}` };
}

/** The longest pause that Jira may ask for, and the pause if it names none, in seconds. */
const [longestPause, usualPause] = [3600, 30];

function problemOf(status: number, retryAfter: string | undefined, bytes: Buffer): JiraProblem {
  if (status === 429) {
    const asked = Number(retryAfter ?? usualPause);
    const seconds = Number.isFinite(asked) ? Math.min(Math.max(Math.ceil(asked), 1), longestPause) : usualPause;
    return { kind: 'busy', seconds, words: `Jira asks to wait ${seconds} s.` };
  }
  if (status === 401)
    return { kind: 'account', words: 'Jira does not know the account or its token. Enter them again in the system settings.' };
  if (status === 403)
    return { kind: 'account', words: 'The account may not do this in Jira. Give it the rights in the project.' };
  const said = errorsIn(bytes);
  if (status === 404) return { kind: 'gone', words: `Jira does not find it, or the account may not see it.${said}` };
  if (status >= 300 && status < 500 && status !== 408) return { kind: 'refused', words: `Jira refused it (${status}).${said}` };
  return { kind: 'unsure', words: `Jira did not confirm it (${status}).` };
}

const Errors = z.object({ errorMessages: z.array(z.string()).default([]), errors: z.record(z.string(), z.string()).default({}) });
const mostSaid = 300;

/** What Jira says is wrong, with the field. */
function errorsIn(bytes: Buffer): string {
  const read = Errors.safeParse(jsonIn(bytes));
  if (!read.success) return '';
  const { errorMessages, errors } = read.data;
  const said = [...errorMessages, ...Object.entries(errors).map(([field, words]) => `${field}: ${words}`)].join(' ');
  return said === '' ? '' : ` Jira says: ${said.slice(0, mostSaid)}`;
}

/** An empty answer is null. */
function jsonIn(bytes: Buffer): unknown {
  if (bytes.length === 0) return null;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
