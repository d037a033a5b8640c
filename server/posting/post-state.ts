import type { PostState } from '#contract/rows/jobs.ts';
import type { FindAnswer, PostAnswer, UpdateAnswer } from '../targets/adapter/target-adapter.ts';
import type { WriteFailure } from '../targets/adapter/written.ts';

/** Longer than the longest call (60 s), so that two workers never call at the same time [S8.4]. */
export const leaseSeconds = 300;
/** Wait in seconds before a post that was never sent is retried, by number of tries. Later tries use the last value. */
const laterSeconds = [5, 15, 60, 300] as const;
/** How long an abandoned call may still take effect. */
const lateSeconds = 30;

export type PostStep = {
  readonly state: PostState;
  readonly externalId: string | null;
  readonly words: string | null;
  readonly lookups: number;
  /** Seconds until the queue looks at the post again. Null: it does not. */
  readonly againInSeconds: number | null;
};

/** The next state of a post after the call that creates its job order [S8.1]. `tries` counts this call. */
export function afterPost(answer: PostAnswer, tries: number, schedule: readonly number[]): PostStep {
  if (answer.kind === 'done')
    return { state: 'done', externalId: answer.externalId, words: answer.words, lookups: 0, againInSeconds: null };
  const base = { externalId: null, words: answer.words, lookups: 0 };
  if (answer.kind === 'refused') return { ...base, state: 'failed', againInSeconds: null };
  if (answer.kind === 'later') return { ...base, state: 'wanted', againInSeconds: againAfter(answer, tries) };
  return { ...base, state: 'unknown', againInSeconds: schedule[0] ?? 0 };
}

/** Seconds until a post that waits for an AI is checked again. The answer itself triggers it earlier. */
export const answerSeconds = 60;

/** Seconds until a call that was not sent is tried: its turn, or longer if the target asked for it. */
const againAfter = ({ waitSeconds = 0 }: WriteFailure, tries: number): number => Math.max(waitSeconds, laterBy(tries));

const laterBy = (tries: number): number => laterSeconds[Math.min(tries, laterSeconds.length) - 1] ?? laterSeconds[0];

/**
 * The next state of a post after a call that updates its job order. A call without a reply is repeated once the abandoned one can
 * no longer take effect.
 */
export function afterUpdate(
  answer: UpdateAnswer,
  standing: { readonly state: PostState; readonly externalId: string },
  tries: number,
): PostStep {
  const base = { externalId: standing.externalId, lookups: 0 };
  if (answer.kind === 'done') return { ...base, state: 'done', words: null, againInSeconds: null };
  if (answer.kind === 'refused') return { ...base, state: 'failed', words: `Not updated: ${answer.words}`, againInSeconds: null };
  const againInSeconds = answer.kind === 'unknown' ? Math.max(lateSeconds, laterBy(tries)) : againAfter(answer, tries);
  return { ...base, state: standing.state, words: `Not updated yet: ${answer.words}`, againInSeconds };
}

/**
 * The next state of an `unknown` post after a lookup of its reference [S8.2]. A job order that is absent may still appear until
 * all lookups are done. Then the post is sent again only if the target itself refuses duplicates; otherwise a person decides.
 */
export function afterLookup(
  answer: FindAnswer,
  lookups: number,
  resendWhenAbsent: boolean,
  schedule: readonly number[],
): PostStep {
  if (answer.kind === 'found')
    return { state: 'done', externalId: answer.externalId, words: null, lookups: lookups + 1, againInSeconds: null };
  // A lookup without a reply does not count as one of the four: it is repeated after the same time.
  const done = answer.kind === 'unknown' ? lookups : lookups + 1;
  const again = schedule[done];
  if (again !== undefined) {
    const words = answer.kind === 'absent' ? 'The target has not shown this job yet' : answer.words;
    return { state: 'unknown', externalId: null, words, lookups: done, againInSeconds: again };
  }
  // What the target cannot prove is never sent again without a person.
  if (resendWhenAbsent && answer.kind !== 'unclear')
    return {
      state: 'wanted',
      externalId: null,
      words: 'Not found in the target; sent once more',
      lookups: done,
      againInSeconds: 0,
    };
  const words =
    answer.kind === 'unclear'
      ? `${answer.words} Look there, then choose: it is there, or send again`
      : 'The call broke off and the target does not show this job. Look there, then choose: it is there, or send again';
  return { state: 'human', externalId: null, words, lookups: done, againInSeconds: null };
}
