import type { SubmissionState } from '#contract/rows/submission.ts';
import type { SubmissionListKind } from '#contract/rows/submission-lists.ts';
import type { SubmissionSettingKey } from '#contract/submissions/words.ts';

/** How people call each list. */
export const listLabels: Readonly<Record<SubmissionListKind, string>> = {
  degree: 'degrees',
  specialty: 'specialties',
  document: 'document types',
  dictionary: 'dictionary entries',
};

/** How people call each state of a submission. */
export const stateLabels: Readonly<Record<SubmissionState, string>> = {
  wanted: 'Waiting',
  sending: 'Sending',
  unknown: 'No answer yet',
  human: 'Needs a decision',
  sent: 'Submitted',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
};

/** The name of a submission's status: the destination's own word once it has one, else Jobdock's. */
export function statusName({ state, status }: { readonly state: SubmissionState; readonly status: string }): string {
  if (state === 'refused') return 'Error';
  return state === 'sent' && status !== '' ? status : stateLabels[state];
}

/** States without a live submission: the same caregiver may be put forward again for the job. */
const endedStates: readonly SubmissionState[] = ['refused', 'withdrawn'];

/** Whether a submission in this state blocks another one of the same caregiver for the same job at the same destination. */
export const isLive = (state: SubmissionState): boolean => !endedStates.includes(state);

/** Whether a status is the one by which a destination says that the submission was taken back. */
export const isWithdrawn = (status: string): boolean => /^withdr(?:awn|ew)$/i.test(status);

/** Dictionaries that a destination may ask for, by `SubmissionObject_ID`. Databases store the ids: never change one. */
export const dictionaryObjects: readonly { readonly id: number; readonly name: string }[] = [
  { id: 1, name: 'Submission status' },
  { id: 2, name: 'Caregiver status' },
  { id: 3, name: 'Caregiver type' },
  { id: 4, name: 'Country' },
  { id: 5, name: 'State' },
  { id: 6, name: 'License' },
  { id: 7, name: 'Certification' },
  { id: 8, name: 'Shift' },
];

/** What each text of the tab Settings is for. */
export const settingExplanations: Readonly<Record<SubmissionSettingKey, string>> = {
  specialtyTextBlock: 'The field of a caregiver whose text names the specialties, if the ATS has no list of them.',
  subscriptionName: 'The name of the subscription that reports submissions made in the ATS.',
  sessionInfo: 'A note on the session that the ATS opens, such as the address of its data center. Never a password or token.',
  errorStatus: 'The status that a submission gets in the ATS if it cannot be sent.',
  errorField: 'The field of a submission in the ATS that gets the reason why it could not be sent.',
};
