import type { SubmissionState } from '#contract/rows/submission.ts';
import type { Answer, ShownSubmission } from '../adapter.ts';

/** Longer than all calls of one attempt, so that two workers never call at the same time [S8.4]. */
export const leaseSeconds = 600;
/** When a submission without an answer is looked up: seconds after the call, then after each look-up that did not find it [S8.2]. */
export const lookupSeconds: readonly number[] = [30, 120, 300, 900];
/** Longer than a call may take. After it, a caregiver whose making was not answered is there or never comes. */
export const makeAgainSeconds = 120;
/** Wait before a submission that was not sent is tried again, by number of tries. Later tries use the last value. */
const laterSeconds = [5, 15, 60, 300] as const;
/** After so many tries without an answer of the source or destination a person is asked. */
export const mostTries = 50;

/** The next state of a submission. `againInSeconds`: until the queue looks at it again; null: it does not. */
export type SendingStep = {
  readonly state: SubmissionState;
  readonly words: string;
  readonly lookups: number;
  readonly againInSeconds: number | null;
  /** What the destination shows, once it has the submission. */
  readonly shown?: ShownSubmission;
  /** Nothing was called, so this is no try. */
  readonly isNoTry?: true;
  /** A call that makes the caregiver had no answer, so the caregiver may appear at the destination until the queue looks again. */
  readonly mayAppear?: true;
};

const sent = (shown: ShownSubmission): SendingStep => ({
  state: 'sent',
  words: '',
  lookups: 0,
  againInSeconds: null,
  shown,
});

/** Nothing was made: a person reads why, and may send it again. */
export const refused = (words: string): SendingStep => ({ state: 'refused', words, lookups: 0, againInSeconds: null });

/** Nothing was sent, so it is tried again: after its turn, or later if the destination asks for it. `tries` counts this one. */
export function later(words: string, tries: number, waitSeconds = 0): SendingStep {
  if (tries >= mostTries) return refused(`Not sent after ${tries} tries: ${words}`);
  const turn = laterSeconds[Math.min(tries, laterSeconds.length) - 1] ?? laterSeconds[0];
  return { state: 'wanted', words, lookups: 0, againInSeconds: Math.max(waitSeconds, turn) };
}

/** Another submission of the caregiver is on its way to the same destination, for as long as a lease at most. */
export const behindAnother: SendingStep = {
  state: 'wanted',
  words: 'Another submission of this caregiver is on its way there.',
  lookups: 0,
  againInSeconds: 15,
  isNoTry: true,
};

/** The next state after the call that submits. `tries` counts this call. */
export function afterSubmit(answer: Answer<ShownSubmission>, tries: number): SendingStep {
  if (answer.kind === 'done') return sent(answer.value);
  if (answer.kind === 'refused') return refused(answer.words);
  if (answer.kind === 'later') return later(answer.words, tries, answer.waitSeconds);
  return { state: 'unknown', words: answer.words, lookups: 0, againInSeconds: lookupSeconds[0] ?? 0 };
}

/**
 * The next state of an `unknown` submission after a look-up. One that is not there may still appear until all look-ups are done; then a
 * person decides, since no destination refuses the same submission twice. `refused`: the destination cannot be asked, so a webhook may
 * prove it until the same time is over. Null: there is no look-up.
 */
export function afterLookUp(answer: Answer<ShownSubmission | null> | null, lookups: number): SendingStep {
  if (answer?.kind === 'done' && answer.value !== null) return sent(answer.value);
  const isAnswered = answer === null || answer.kind === 'done' || answer.kind === 'refused';
  const done = isAnswered ? lookups + 1 : lookups;
  const again = lookupSeconds[done];
  if (again !== undefined) return { state: 'unknown', words: waitingWords(answer), lookups: done, againInSeconds: again };
  return { state: 'human', words: humanWords(answer), lookups: done, againInSeconds: null };
}

function waitingWords(answer: Answer<ShownSubmission | null> | null): string {
  if (answer === null) return 'The destination cannot be asked. Its webhook may still report this submission.';
  return answer.kind === 'done' ? 'The destination has not shown this submission yet.' : answer.words;
}

const humanWords = (answer: Answer<ShownSubmission | null> | null): string =>
  answer?.kind === 'done'
    ? 'The call broke off, and the destination does not show this submission. Look there, then choose: it is there, or send again.'
    : 'The call broke off, and the destination cannot be asked. Look there, then choose: it is there, or send again.';

/** The next state of a submission whose process ended during a call. Without the caregiver’s id at the destination nothing was submitted. */
export const afterBreak = (extCaregiverId: string): SendingStep =>
  extCaregiverId === ''
    ? {
        state: 'wanted',
        words: 'The service stopped before it was sent.',
        lookups: 0,
        againInSeconds: makeAgainSeconds,
        mayAppear: true,
      }
    : { state: 'unknown', words: 'The service stopped during the call.', lookups: 0, againInSeconds: lookupSeconds[0] ?? 0 };
