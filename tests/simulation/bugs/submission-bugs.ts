import type { Answer, SubmissionAdapter } from '#server/submissions/adapter.ts';
import type { SendingStep } from '#server/submissions/sending/sending-state.ts';
import type { Bug } from './bug.ts';

/** An answer of a call that submits, where a lost one is taken for another kind. */
const takenFor =
  (kind: 'later' | 'refused') =>
  (adapter: SubmissionAdapter): SubmissionAdapter => ({
    ...adapter,
    submit: async (submission) => {
      const answer = (await adapter.submit?.(submission)) ?? noCall;
      return answer.kind === 'unknown' ? { kind, words: answer.words } : answer;
    },
  });
/** A step that forgets that a caregiver may still appear. */
const onlyState = (step: SendingStep): SendingStep => {
  const { mayAppear, ...rest } = step;
  return mayAppear === undefined ? step : rest;
};
const noCall: Answer<never> = { kind: 'refused', words: '' };

export const submissionBugs: readonly Bug[] = [
  {
    name: 'lost-answer-sent-again',
    about: 'a submission without an answer is sent again without a look-up',
    shortFrom: 12,
    plant: () => ({ destination: (adapter) => ({ ...takenFor('later')(adapter), lookUp: null }) }),
  },
  {
    name: 'lost-answer-taken-for-refusal',
    about: 'a submission without an answer counts as refused',
    shortFrom: 12,
    plant: () => ({ destination: takenFor('refused') }),
  },
  {
    name: 'live-index-ignored',
    about: 'an event of the ATS puts forward who is on the way already',
    plant: () => ({ keepsOneLive: false }),
  },
  {
    name: 'intent-not-recorded',
    about: 'the call that submits is not recorded before it',
    shortFrom: 10,
    plant: () => ({
      destination: (adapter) => ({ ...adapter, lookUp: null }),
      submissionRows: (rows) => ({ ...rows, begins: async () => true }),
    }),
  },
  {
    name: 'withdrawn-taken-for-live',
    about: 'a submission that was withdrawn keeps the caregiver from being put forward again',
    shortFrom: 46,
    plant: () => ({ isLive: (state) => state !== 'refused' }),
  },
  {
    name: 'refused-taken-for-live',
    about: 'a submission that was refused keeps the caregiver from being put forward again',
    shortFrom: 39,
    plant: () => ({ isLive: (state) => state !== 'withdrawn' }),
  },
  {
    name: 'older-status-wins',
    about: 'a status that was read earlier replaces a later one',
    shortFrom: 18,
    plant: () => ({ isNews: ({ current }, { status }) => current !== status }),
  },
  {
    name: 'caregiver-not-looked-up',
    about: 'a caregiver is made at the destination without a look-up by email address',
    plant: () => ({
      destination: (adapter) => ({ ...adapter, findCaregiver: async () => ({ kind: 'done', value: [] }) }),
    }),
  },
  {
    name: 'caregiver-made-beside-a-lost-answer',
    about: 'a caregiver is made while a call without an answer may still make it',
    shortFrom: 33,
    plant: () => ({
      submissionRows: (rows) => ({ ...rows, move: (due, step) => rows.move(due, onlyState(step)) }),
    }),
  },
  {
    name: 'resent-while-unknown',
    about: 'a person sends a submission again whose result is unknown',
    shortFrom: 47,
    plant: () => ({ maySendAgain: (state) => state === 'refused' || state === 'human' || state === 'unknown' }),
  },
  {
    name: 'queued-outside-transaction',
    about: 'a device’s submission is queued after its change was committed',
    shortFrom: 159,
    plant: () => ({ queuesWith: 'own transaction' }),
  },
  {
    name: 'event-counts-twice',
    about: 'an event of the ATS that is read again puts the caregiver forward again',
    shortFrom: 528,
    plant: () => ({ countsEventsOnce: false }),
  },
  {
    name: 'events-skipped',
    about: 'events of the ATS count as read before each of them was handled',
    shortFrom: 47,
    plant: () => ({ readsUpTo: 'fetched' }),
  },
];
