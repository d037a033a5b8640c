import { noteReply } from './exchange.ts';
import { secondsAskedFor, type TargetReply, TargetSignInRefused, TargetUnreachable } from './target-http.ts';

/**
 * The failure of a call that writes. `refused`: definite, nothing was written. `later`: nothing was sent; `waitSeconds` is the
 * pause that the target asked for. `unknown`: it may have been written.
 */
export type WriteFailure = {
  readonly kind: 'refused' | 'later' | 'unknown';
  readonly words: string;
  readonly status?: number;
  readonly waitSeconds?: number;
};
export type Written<T> = { readonly kind: 'done'; readonly value: T } | WriteFailure;

/** How the replies of one kind of target are read. */
export type Reading<T> = {
  /** The target's name in messages. */
  readonly name: string;
  /** What a reply of success holds. Undefined if the reply is none. */
  readonly read: (reply: TargetReply) => T | undefined;
  /** The target's own message in a reply of failure. Null if it has none. */
  readonly wordsOf: (reply: TargetReply) => string | null;
  /** Whether a reply below 400 is a definite refusal, for targets that answer errors with 200. */
  readonly isRefusal?: (reply: TargetReply) => boolean;
};

/** Makes a call that writes, and classifies its reply. Only what proves that nothing was written is a refusal. */
export async function writtenBy<T>(
  { name, read, wordsOf, isRefusal }: Reading<T>,
  ask: () => Promise<TargetReply>,
): Promise<Written<T>> {
  let reply: TargetReply;
  try {
    reply = await ask();
  } catch (error) {
    return failureOf(name, error);
  }
  noteReply(reply);
  const { status } = reply;
  const value = status < 400 ? read(reply) : undefined;
  if (value !== undefined) return { kind: 'done', value };
  const words = wordsOf(reply);
  if (status === 429) {
    const waitSeconds = secondsAskedFor(reply.headers, Date.now());
    return {
      kind: 'later',
      words: words ?? `${name} asks for fewer calls`,
      status,
      ...(waitSeconds !== undefined && { waitSeconds }),
    };
  }
  // A 4xx with the target's own message is a definite refusal; after any other error the call may have written.
  const isDefinite = status >= 400 ? status < 500 && status !== 408 : isRefusal?.(reply) === true;
  return { kind: isDefinite && words !== null ? 'refused' : 'unknown', words: words ?? `${name} answered ${status}`, status };
}

function failureOf(name: string, error: unknown): WriteFailure {
  if (error instanceof TargetSignInRefused) return { kind: 'refused', words: error.message };
  if (error instanceof TargetUnreachable)
    return { kind: error.sent ? 'unknown' : 'later', words: `${name} could not be reached: ${error.message}` };
  throw error;
}

/** Runs calls that only read. `otherwise` makes the answer when the target cannot be reached or refuses the credentials. */
export async function readFrom<T>(ask: () => Promise<T>, otherwise: (words: string) => T): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof TargetUnreachable || error instanceof TargetSignInRefused) return otherwise(error.message);
    throw error;
  }
}

const longestWords = 300;

/** The texts within a reply, for targets that do not document their errors. Null if the reply is not JSON. */
export function textsIn(name: string, { status, body }: TargetReply): string | null {
  if (body === null) return null;
  const texts = collect(body).join(' · ').slice(0, longestWords);
  return texts === '' ? `${name} answered ${status}` : texts;
}

function collect(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collect) : [];
}
