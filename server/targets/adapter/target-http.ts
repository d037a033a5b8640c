import type { IncomingHttpHeaders } from 'node:http';
import type { FetchProblem } from '#server/kit/lib/safe-fetch.ts';
import { type Clock, realClock } from './clock.ts';
import type { Send, Sent } from './outbound.ts';

/** A target's reply to one call. `body` is null if it was not JSON, such as an HTML page. */
export type TargetReply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: unknown };

/**
 * The result of the call is unknown: it timed out, was interrupted, or could not be sent. `sent` is false if it cannot have
 * arrived.
 */
export class TargetUnreachable extends Error {
  readonly sent: boolean;
  constructor(message: string, sent: boolean) {
    super(message);
    this.sent = sent;
  }
}

/** The target refused the credentials. Definite: nothing was sent. */
export class TargetSignInRefused extends Error {}

/** Makes one call. Throws `TargetUnreachable`; every HTTP reply is a value. */
export type Ask = (url: string, sent: Sent) => Promise<TargetReply>;

/** The error of a call without a reply. */
export const unreachable = ({ kind, words, unsent }: FetchProblem): TargetUnreachable =>
  new TargetUnreachable(words, kind !== 'refused' && unsent !== true);

const tooMany = 429;
const attemptsWhenTooMany = 3;
/** A longer pause is the queue's: the post waits there, and no call is held open. */
export const mostPausedSeconds = 5;
/** Makes a target's calls, and again after the time that a 429 asks for (a 429 means that the call did not run). */
export const askTarget =
  (send: Send, clock: Clock = realClock): Ask =>
  (url, sent) =>
    untilItRuns(clock, async () => {
      const answer = await send(url, sent);
      if (!answer.ok) throw unreachable(answer.error);
      const { status, headers, bytes } = answer.value;
      return { status, headers, body: readJson(bytes.toString('utf8')) };
    });

/** Repeats a call that a 429 kept from running, after the pause that it asks for; without one, after 1 s, then 2 s. */
export async function untilItRuns(clock: Clock, call: () => Promise<TargetReply>): Promise<TargetReply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await call();
    const seconds = secondsAskedFor(reply.headers, clock.now()) ?? 2 ** (attempt - 1);
    if (reply.status !== tooMany || attempt === attemptsWhenTooMany || seconds > mostPausedSeconds) return reply;
    await clock.pause(seconds * 1000);
  }
}

/** The reply to a sign-in. A 429 says nothing about the credentials, so it is no refusal: the call that waits is tried later. */
export function signInReply(reply: TargetReply): TargetReply {
  if (reply.status === tooMany) throw new TargetUnreachable('it asks for fewer calls', false);
  return reply;
}

/** The seconds of a `Retry-After` header, which holds seconds or a date. Undefined if there is none. */
export function secondsAskedFor(headers: IncomingHttpHeaders, now: number): number | undefined {
  const text = headers['retry-after'];
  if (text === undefined) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

/** JSON of a target. Raw control characters within its texts, which some targets send, become spaces. Null if it is none. */
export function readJson(text: string): unknown {
  for (const candidate of [text, text.replaceAll(/\p{Cc}/gu, ' ')]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // Tried again without control characters.
    }
  }
  return null;
}
