import * as z from 'zod';
import {
  type BullhornAnswer,
  type BullhornSession,
  BullhornSignInRefused,
  BullhornUnreachable,
  errorMessage,
} from './bullhorn-session.ts';

/** The part of a session that the adapter uses. */
export type Session = Pick<BullhornSession, 'call'>;

/**
 * The result of a call that writes. `refused`: definite, nothing was written. `later`: nothing was sent. `unknown`: it may have
 * been written.
 */
export type Written =
  | { readonly kind: 'done'; readonly id: number }
  | { readonly kind: 'refused' | 'later' | 'unknown'; readonly words: string; readonly status?: number };

const Changed = z.object({ changedEntityId: z.number() });

/** Makes a call that writes, and classifies its reply. */
export async function written(session: Session, ...call: Parameters<Session['call']>): Promise<Written> {
  let answer: BullhornAnswer;
  try {
    answer = await session.call(...call);
  } catch (error) {
    if (error instanceof BullhornSignInRefused) return { kind: 'refused', words: error.message };
    if (error instanceof BullhornUnreachable) {
      return { kind: error.sent ? 'unknown' : 'later', words: `Bullhorn could not be reached: ${error.message}` };
    }
    throw error;
  }
  const { status } = answer;
  const changed = Changed.safeParse(answer.body);
  if (changed.success) return { kind: 'done', id: changed.data.changedEntityId };
  const words = errorMessage(answer);
  if (status === 429) return { kind: 'later', words: words ?? 'Bullhorn asks for fewer calls', status };
  // A 4xx with Bullhorn's own message is a definite refusal; after any other error the call may have written.
  if (status >= 400 && status < 500 && status !== 408 && words !== null) return { kind: 'refused', words, status };
  return { kind: 'unknown', words: words ?? `Bullhorn answered ${status}`, status };
}
