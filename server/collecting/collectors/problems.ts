import type { IncomingHttpHeaders } from 'node:http';
import { no } from '#contract/kit/result.ts';
import type { FetchProblem, SafeReply } from '#server/kit/lib/safe-fetch.ts';
import type { FeedProblem } from '#server/parsing/files/feed-problem.ts';
import type { CollectProblem } from './collector.ts';

/** A collection that ends with a problem. */
export const failed = (kind: CollectProblem['kind'], words: string) => no<CollectProblem>({ kind, words });

const ofFetch = { refused: 'not_allowed', unreachable: 'unreachable', timeout: 'timeout', too_large: 'unreadable' } as const;

/** Why no reply arrived. */
export const problemOfFetch = ({ kind, words }: FetchProblem): CollectProblem => ({ kind: ofFetch[kind], words });

/** Why a reply cannot be read. */
export const problemOfFile = ({ words }: FeedProblem): CollectProblem => ({ kind: 'unreadable', words });

/** Why a page of a portal cannot be read. The reader of files speaks of files, which pages are not. */
export function problemOfPage(step: string, { kind, words }: FeedProblem): CollectProblem {
  const isOfPages = words.startsWith('The page');
  const why = isOfPages
    ? words
    : kind === 'timeout'
      ? 'The page takes too long to read.'
      : 'The page is too large or too strange to read.';
  return { kind: 'unreadable', words: `${step}: ${why}` };
}

/** What a reply's status says is wrong; null if it is 200 to 299. The vendor's own words are never repeated. */
export function problemOfStatus({ status, headers }: Pick<SafeReply, 'status' | 'headers'>, now: Date): CollectProblem | null {
  if (status >= 200 && status < 300) return null;
  const wait = retryAfter(headers, now);
  const told = { ...problemWithStatus(status), ...(wait !== undefined && { retryAfterSeconds: wait }) };
  return status === 429 || status === 503 ? told : problemWithStatus(status);
}

function problemWithStatus(status: number): CollectProblem {
  const said = `The vendor answered with status ${status}`;
  if (status === 401 || status === 403)
    return { kind: 'sign_in', words: `The vendor refused the sign-in of the task (status ${status}). Check it.` };
  if (status === 404 || status === 410)
    return { kind: 'unreachable', words: `The vendor has nothing at this address (status ${status}). Check the address.` };
  if (status === 408 || status === 504) return { kind: 'timeout', words: `${said}: it took too long.` };
  if (status === 429) return { kind: 'rate_limited', words: 'The vendor refuses so many requests at once.' };
  if (status >= 500) return { kind: 'vendor_error', words: `${said}, an error on its side.` };
  if (status >= 300 && status < 400)
    return { kind: 'not_allowed', words: 'The vendor leads on to another address, which is not followed. Enter that address.' };
  return { kind: 'vendor_error', words: `${said} to a request that it should understand.` };
}

const longestWait = 24 * 60 * 60;

/** How long the vendor asks to wait: seconds, or the time until a date. At most a day, because a clock may be wrong. */
function retryAfter(headers: IncomingHttpHeaders, now: Date): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now.getTime()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), longestWait);
}
