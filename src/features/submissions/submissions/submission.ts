import type { ReplyOf } from '#contract/kit/endpoint.ts';
import {
  listSubmissionStatuses,
  listSubmissions,
  readSubmissionHistory,
  type Submission,
} from '#contract/submissions/submissions.ts';
import type { BadgeTone } from '#src/ui/mark/state-badge.tsx';

/** A submission with the `ref` of one that a device queued. Its id is negative until the service has it. */
export type ShownSubmission = Submission & { readonly ref: string | null };

/** What a change of a submission makes outdated. */
export const submissionReplies = [listSubmissions, listSubmissionStatuses, readSubmissionHistory];

/** Resubmit is offered for an error (documented), and where a person decides that the destination does not have it. */
export const mayResubmit = ({ isError, state }: Pick<Submission, 'isError' | 'state'>): boolean =>
  isError || state === 'refused' || state === 'human';

/** A status can be read for a submission with an id at the destination (documented). */
export const maySyncStatus = ({ extId }: Pick<Submission, 'extId'>): boolean => extId !== '';

/** A submission can be taken back as long as it is not at its destination. A refused one is then no error any more. */
export const mayWithdraw = ({ id, state }: Pick<Submission, 'id' | 'state'>): boolean =>
  id > 0 && (state === 'wanted' || state === 'human' || state === 'refused');

const whole = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
type Filter = (row: Submission, value: string) => boolean;
const byNumber =
  (numberOf: (row: Submission) => number | null): Filter =>
  (row, value) =>
    whole(value) === 0 || numberOf(row) === whole(value);

/** Filters in the address, by name. What is no number or day there filters nothing. Days are those of UTC, as in the list call. */
export const submissionFilters: Readonly<Record<string, Filter>> = {
  status: ({ status }, value) => status === value,
  contact: byNumber(({ contactId }) => contactId),
  from: byNumber(({ fromId }) => fromId),
  to: byNumber(({ toId }) => toId),
  errors: ({ isError }, value) => value !== '1' || isError,
  job: byNumber(({ jobId }) => jobId),
  since: ({ created }, value) => !isDay(value) || created.slice(0, 10) >= value,
  until: ({ created }, value) => !isDay(value) || created.slice(0, 10) <= value,
};

export type Attempt = ReplyOf<typeof readSubmissionHistory>['attempts'][number];
export type Learned = ReplyOf<typeof readSubmissionHistory>['statuses'][number];

/** What each call was for, and how it ended. */
export const attemptWords: Readonly<Record<Attempt['kind'], string>> = {
  read: 'Read the caregiver',
  lookUp: 'Looked up the submission',
  makeCaregiver: 'Added the caregiver there',
  submit: 'Submitted',
  status: 'Read the status',
  writeBack: 'Wrote the result to the ATS',
};
export const answerWords: Readonly<Record<Attempt['answer'], { readonly words: string; readonly tone: BadgeTone }>> = {
  done: { words: 'Done', tone: 'good' },
  refused: { words: 'Refused', tone: 'bad' },
  unknown: { words: 'No answer', tone: 'warn' },
};
/** How a status was learned. */
export const howWords: Readonly<Record<Learned['how'], string>> = {
  webhook: 'reported by the destination',
  schedule: 'read on schedule',
  person: 'read by a person',
  event: 'the answer to the submission',
};
