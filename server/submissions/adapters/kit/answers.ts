import type { Answer } from '#server/submissions/adapter.ts';
import type { TargetReply } from '#server/targets/adapter/target-http.ts';
import { readFrom, textsIn, type Written } from '#server/targets/adapter/written.ts';

/** A read that no answer came for: it proves nothing. */
export const notRead = (words: string): Answer<never> => ({ kind: 'unknown', words });

/** Makes a call that only reads. `read` gives what the reply holds, or undefined where it is none. */
export const readAnswer = <T>(
  name: string,
  ask: () => Promise<TargetReply>,
  read: (reply: TargetReply) => T | undefined,
): Promise<Answer<T>> =>
  readFrom<Answer<T>>(async () => {
    const reply = await ask();
    const value = reply.status < 400 || reply.status === 404 ? read(reply) : undefined;
    if (value !== undefined) return { kind: 'done', value };
    return notRead(
      reply.status >= 400
        ? (textsIn(name, reply) ?? `${name} answered ${reply.status}`)
        : `${name} gave no answer that can be read`,
    );
  }, notRead);

/** The answer of a call that writes. */
export function answerOf<T>(written: Written<T>): Answer<T> {
  if (written.kind === 'done') return written;
  const { kind, words, waitSeconds } = written;
  return kind === 'later' ? { kind, words, ...(waitSeconds !== undefined && { waitSeconds }) } : { kind, words };
}
