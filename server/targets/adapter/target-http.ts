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
const mostPausedSeconds = 5;
/** Jobdock uses this part of a documented limit, because the agency's people and other programs use the rest. */
const usedPart = 0.9;

/**
 * What makes a target's calls: at most nine tenths of `perMinute`, evenly spread, and again after the time that a 429 asks for (a
 * 429 means that the call did not run).
 */
export function askTarget(
  send: Send,
  { perMinute, clock = realClock }: { perMinute: number | null; clock?: Clock | undefined },
): Ask {
  const paced = pacedSend(send, perMinute, clock);
  return async (url, sent) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await paced(url, sent);
      if (!answer.ok) throw unreachable(answer.error);
      const { status, headers, bytes } = answer.value;
      const seconds = secondsAskedFor(headers, clock.now()) ?? 1;
      if (status !== tooMany || attempt === attemptsWhenTooMany || seconds > mostPausedSeconds)
        return { status, headers, body: readJson(bytes.toString('utf8')) };
      await clock.pause(seconds * 1000);
    }
  };
}

/** Sends calls evenly spread, so that those of a minute stay below the limit. Null: no limit is known. */
export function pacedSend(send: Send, perMinute: number | null, clock: Clock): Send {
  let free = 0;
  if (perMinute === null) return send;
  return async (url, sent) => {
    const at = Math.max(free, clock.now());
    free = at + 60_000 / (perMinute * usedPart);
    if (at > clock.now()) await clock.pause(at - clock.now());
    return send(url, sent);
  };
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
