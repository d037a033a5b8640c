import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { type FetchProblem, type SafeReply, safeFetch } from '#server/kit/lib/safe-fetch.ts';

/** Where a Twilio account is, and the hosts beside public ones that may be called. */
export type SmsSignIn = {
  readonly api: string;
  readonly accountSid: string;
  readonly token: string;
  readonly sender: string;
  readonly allow: readonly string[];
};

/** Why a call to Twilio gave nothing. `words` is for people. */
export type SmsProblem = {
  /**
   * away: the call did not arrive. busy: Twilio asks to wait `seconds`. account: it does not let this account or sender send. refused: it
   * never takes this message. stopped: the recipient wants none. unsure: Twilio may have taken the message.
   */
  readonly kind: 'away' | 'busy' | 'account' | 'refused' | 'stopped' | 'unsure';
  readonly words: string;
  readonly seconds?: number;
};

type Answer<T> = Promise<Result<T, SmsProblem>>;

/** The longest that a call may take, in milliseconds. A lease is longer than that. */
const longestCallMs = 20_000;
const mostAnswerBytes = 2 * 1024 * 1024;
/** The most pages of a list of messages that are read. */
const mostPages = 5;

const Sent = z.object({ sid: z.string().min(1) });
/** A message that Twilio has: `created` is a time in words, such as `Sat, 28 Nov 2026 10:00:00 +0000`. */
const Message = z.object({ sid: z.string(), body: z.string().nullable(), date_created: z.string() });
const Messages = z.object({ messages: z.array(Message), next_page_uri: z.string().nullish() });
const foundOf = ({ sid, body, date_created: at }: z.infer<typeof Message>): SmsFound => ({
  sid,
  body: body ?? '',
  createdAt: new Date(at),
});
export type SmsFound = { readonly sid: string; readonly body: string; readonly createdAt: Date };

/** The calls of Twilio that text messages need. None of them throws, and none is repeated by itself. */
export function twilioPort(signIn: SmsSignIn) {
  const { api, accountSid, sender } = signIn;
  const account = `${api}/2010-04-01/Accounts/${accountSid}`;
  const from = /^MG/i.test(sender) ? { MessagingServiceSid: sender } : { From: sender };
  return {
    /** Sends one message. The id that Twilio gave it says that Twilio has it, not that a phone has. */
    send: (to: string, body: string): Answer<{ sid: string }> =>
      callTwilio(signIn, `${account}/Messages.json`, Sent, new URLSearchParams({ To: to, ...from, Body: body })),
    /** The messages to a number that were made at or after a moment, the newest first. */
    async messagesTo(to: string, since: Date): Answer<SmsFound[]> {
      const found: SmsFound[] = [];
      let next: string | null = `${account}/Messages.json?${new URLSearchParams({ To: to, PageSize: '50' }).toString()}`;
      for (let page = 0; next !== null && page < mostPages; page++) {
        const answer: Result<z.infer<typeof Messages>, SmsProblem> = await callTwilio(signIn, next, Messages);
        if (!answer.ok) return answer;
        const recent: SmsFound[] = answer.value.messages.map(foundOf).filter(({ createdAt }) => createdAt >= since);
        found.push(...recent);
        const onward: string | null = answer.value.next_page_uri ?? null;
        next = onward !== null && recent.length === answer.value.messages.length ? `${api}${onward}` : null;
      }
      return ok(found);
    },
    /** The name of the account. */
    account: (): Answer<{ friendly_name: string; status: string }> =>
      callTwilio(signIn, `${account}.json`, z.object({ friendly_name: z.string(), status: z.string() })),
    /** The sender as Twilio names it; null if the account has none like it. */
    async sender(): Answer<string | null> {
      if (!('From' in from)) return serviceOf(signIn);
      const query = new URLSearchParams({ PhoneNumber: sender }).toString();
      const Numbers = z.object({
        incoming_phone_numbers: z.array(
          z.object({ phone_number: z.string(), friendly_name: z.string(), capabilities: z.looseObject({ sms: z.boolean() }) }),
        ),
      });
      const answer = await callTwilio(signIn, `${account}/IncomingPhoneNumbers.json?${query}`, Numbers);
      if (!answer.ok) return answer;
      const number = answer.value.incoming_phone_numbers.find((one) => one.phone_number === sender && one.capabilities.sms);
      return ok(number?.friendly_name ?? null);
    },
  };
}
export type SmsPort = ReturnType<typeof twilioPort>;

/** Messaging services have an API of their own, on a host beside the other one. */
async function serviceOf(signIn: SmsSignIn): Answer<string | null> {
  const base = signIn.api.replace(/^https:\/\/api\./, 'https://messaging.');
  const answer = await callTwilio(signIn, `${base}/v1/Services/${signIn.sender}`, z.object({ friendly_name: z.string() }));
  if (answer.ok) return ok(answer.value.friendly_name);
  return answer.error.kind === 'refused' ? ok(null) : answer;
}

/** A GET, or a POST of a form. */
async function callTwilio<T>(signIn: SmsSignIn, url: string, reply: z.ZodType<T>, form?: URLSearchParams): Answer<T> {
  const { accountSid, token, allow } = signIn;
  const answer = await safeFetch(url, {
    method: form ? 'POST' : 'GET',
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${accountSid}:${token}`).toString('base64')}`,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form && { body: form.toString() }),
    allow,
    redirects: 0,
    maxBytes: mostAnswerBytes,
    totalMs: longestCallMs,
  });
  return readAnswer(answer, reply);
}

type Read = Result<Pick<SafeReply, 'status' | 'headers' | 'bytes'>, FetchProblem>;

function readAnswer<T>(answer: Read, reply: z.ZodType<T>): Result<T, SmsProblem> {
  if (!answer.ok) return no(withoutAnswer(answer.error));
  const { status, headers, bytes } = answer.value;
  if (status < 200 || status >= 300) return no(problemOf(status, headers['retry-after'], bytes));
  const read = reply.safeParse(jsonIn(bytes));
  return read.success ? ok(read.data) : no({ kind: 'unsure', words: 'Twilio’s answer cannot be read.' });
}

function withoutAnswer({ kind, words, unsent }: FetchProblem): SmsProblem {
  if (kind === 'refused') return { kind: 'account', words: `${words} Check the address of the API in the system settings.` };
  return { kind: unsent ? 'away' : 'unsure', words: `Twilio: ${words}` };
}

/** The longest pause that Twilio may ask for, and the pause if it names none, in seconds. */
const [longestPause, usualPause] = [3600, 10];

const Problem = z.object({ code: z.number().nullish() });
/** Codes of a recipient who stopped, and of a sender that cannot send anything. */
const [stoppedCode, senderCodes] = [21610, [21603, 21606, 21611, 21659, 21660, 21701, 21703, 30034]];

function problemOf(status: number, retryAfter: string | undefined, bytes: Buffer): SmsProblem {
  const code = Problem.safeParse(jsonIn(bytes)).data?.code ?? null;
  if (status === 429) {
    const asked = Number(retryAfter ?? usualPause);
    const seconds = Number.isFinite(asked) ? Math.min(Math.max(Math.ceil(asked), 1), longestPause) : usualPause;
    return { kind: 'busy', seconds, words: `Twilio asks to wait ${seconds} s.` };
  }
  if (status === 401 || status === 403)
    return {
      kind: 'account',
      words: 'Twilio does not let this account send. Enter account and token again in the system settings.',
    };
  if (code === stoppedCode) return { kind: 'stopped', words: 'The recipient wants no text messages of this sender.' };
  if (code !== null && senderCodes.includes(code))
    return { kind: 'account', words: `Twilio cannot send from this sender (${code}). Check it in the system settings.` };
  if (status >= 300 && status < 500 && status !== 408)
    return { kind: 'refused', words: `Twilio refused it (${code === null ? `status ${status}` : `error ${code}`}).` };
  return { kind: 'unsure', words: `Twilio did not confirm it (${status}).` };
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The signature of a request by Twilio: HMAC-SHA1 over the address and the sorted fields of its form, as base64. An independent statement
 * of it is in Twilio's documents on the security of webhooks.
 */
export function twilioSignature(token: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort();
  const fields = names.map((name) =>
    [...new Set(form.getAll(name))]
      .sort()
      .map((value) => `${name}${value}`)
      .join(''),
  );
  return createHmac('sha1', token)
    .update(`${url}${fields.join('')}`)
    .digest('base64');
}

/** Whether a request carries the signature of its own content. In the same time for every guess. */
export function isSignedByTwilio(token: string, url: string, form: URLSearchParams, signature: string): boolean {
  const [given, wanted] = [Buffer.from(signature), Buffer.from(twilioSignature(token, url, form))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
