import { notesInWords, readBackNotes } from '#domain/posting/receipts/read-back-notes.ts';
import type { TargetAdapter } from '#server/targets/adapter/target-adapter.ts';
import { attempted, readAttempt } from './attempts/attempt.ts';
import type { DuePost } from './post-rows.ts';
import type { PosterOptions } from './poster-options.ts';

/** How often a job order is read after a call that wrote it, until it can be read. */
export const readsAfterWriting = 3;
const againSeconds = 60;

/**
 * Reads a job order that was just written and keeps what the target stored otherwise, as a note on the receipt. A reading that fails never
 * changes the state of the post: it is repeated, then left.
 */
export async function readBack(
  options: PosterOptions,
  adapter: TargetAdapter,
  due: DuePost & { readonly externalId: string },
): Promise<'answered' | 'silent'> {
  const written = await options.transaction(due.customerId, (rows) => rows.lastWritten(due));
  const { answer, at, end } = written
    ? await attempted(options.now, () => adapter.read(due.externalId, Object.keys(written.sent)))
    : { answer: { kind: 'unclear', words: 'What was sent is no longer known' } as const, at: options.now(), end: null };
  const stored = answer.kind === 'found' ? answer.values : null;
  const notes = written && stored ? readBackNotes(written.sent, stored, written.kind === 'post') : [];
  const gone = answer.kind === 'absent' ? 'The job order was not there when it was read back.' : null;
  const readsLeft = answer.kind === 'unknown' ? due.readsLeft - 1 : 0;
  await options.transaction(due.customerId, (rows) =>
    rows.move(due, {
      state: due.state,
      externalId: due.externalId,
      words: due.words,
      lookups: due.lookups,
      tries: due.tries,
      againInSeconds: readsLeft > 0 ? againSeconds : null,
      leaseSeconds: null,
      at: options.now(),
      readsLeft,
      ...(end && { made: [readAttempt('readBack', { at, end }, { stored, notes })] }),
      ...(stored || gone !== null ? { note: gone ?? notesInWords(notes) } : { quiet: true }),
    }),
  );
  return answer.kind === 'unknown' ? 'silent' : 'answered';
}
