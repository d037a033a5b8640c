import type { PostState } from '#contract/rows/jobs.ts';
import type { FindAnswer, PostAnswer, UpdateAnswer } from '../targets/adapter/target-adapter.ts';

/** Longer than any call may take (60 s), so that a second worker never calls beside the first [S8.4]. */
export const leaseSeconds = 300;
/** A post that never left waits this long before it is tried again, in seconds by tries; the last holds. */
const laterSeconds = [5, 15, 60, 300] as const;
/** How long after it was given up a call may still take effect. */
const lateSeconds = 30;

export type PostStep = {
  readonly state: PostState;
  readonly externalId: string | null;
  readonly words: string | null;
  readonly lookups: number;
  /** Seconds until the queue looks at the post again; null: it rests. */
  readonly againInSeconds: number | null;
};

/** Where a post goes after the call that posts it [S8.1]. `tries` counts this call. */
export function afterPost(answer: PostAnswer, tries: number, schedule: readonly number[]): PostStep {
  if (answer.kind === 'done')
    return { state: 'done', externalId: answer.externalId, words: answer.words, lookups: 0, againInSeconds: null };
  const base = { externalId: null, words: answer.words, lookups: 0 };
  if (answer.kind === 'refused') return { ...base, state: 'failed', againInSeconds: null };
  if (answer.kind === 'later') return { ...base, state: 'wanted', againInSeconds: laterBy(tries) };
  return { ...base, state: 'unknown', againInSeconds: schedule[0] ?? 0 };
}

/** A post that waits for an AI is looked at again after so many seconds; the answer itself wakes it sooner. */
export const answerSeconds = 60;

const laterBy = (tries: number): number => laterSeconds[Math.min(tries, laterSeconds.length) - 1] ?? laterSeconds[0];

/**
 * Where a post goes after a call that updates its job order. One without an answer is simply made again, when
 * the call that was given up can no longer land on it.
 */
export function afterUpdate(
  answer: UpdateAnswer,
  standing: { readonly state: PostState; readonly externalId: string },
  tries: number,
): PostStep {
  const base = { externalId: standing.externalId, lookups: 0 };
  if (answer.kind === 'done') return { ...base, state: 'done', words: null, againInSeconds: null };
  if (answer.kind === 'refused') return { ...base, state: 'failed', words: `Not updated: ${answer.words}`, againInSeconds: null };
  const againInSeconds = answer.kind === 'unknown' ? Math.max(lateSeconds, laterBy(tries)) : laterBy(tries);
  return { ...base, state: standing.state, words: `Not updated yet: ${answer.words}`, againInSeconds };
}

/**
 * Where an `unknown` post goes after a look-up of its reference [S8.2]. An empty answer proves nothing until all look-ups
 * are done; then it is sent again only where the target itself refuses doubles, otherwise a person decides.
 */
export function afterLookup(
  answer: FindAnswer,
  lookups: number,
  resendWhenAbsent: boolean,
  schedule: readonly number[],
): PostStep {
  if (answer.kind === 'found')
    return { state: 'done', externalId: answer.externalId, words: null, lookups: lookups + 1, againInSeconds: null };
  // A look-up that got no answer is not one of the four: it is asked again at the same distance.
  const done = answer.kind === 'unknown' ? lookups : lookups + 1;
  const again = schedule[done];
  if (again !== undefined) {
    const words = answer.kind === 'unknown' ? answer.words : 'The target has not shown this job yet';
    return { state: 'unknown', externalId: null, words, lookups: done, againInSeconds: again };
  }
  if (resendWhenAbsent)
    return {
      state: 'wanted',
      externalId: null,
      words: 'Not found in the target; sent once more',
      lookups: done,
      againInSeconds: 0,
    };
  const words = 'The call broke off and the target does not show this job. Look there, then choose: it is there, or send again';
  return { state: 'human', externalId: null, words, lookups: done, againInSeconds: null };
}
