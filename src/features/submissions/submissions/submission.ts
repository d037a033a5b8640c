import type { ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import {
  listSubmissionStatuses,
  listSubmissions,
  mostSubmissions,
  readSubmissionHistory,
  type Submission,
} from '#contract/submissions/submissions.ts';
import type { BadgeTone } from '#src/ui/mark/state-badge.tsx';

/** What a change of a submission makes outdated. */
export const submissionReplies = [listSubmissions, listSubmissionStatuses, readSubmissionHistory];

/** Resubmit is offered for an error (documented), and where a person decides that the destination does not have it. */
export const mayResubmit = ({ isError, state }: Pick<Submission, 'isError' | 'state'>): boolean =>
  isError || state === 'refused' || state === 'human';

/** A status can be read for a submission with an id at the destination (documented). */
export const maySyncStatus = ({ extId }: Pick<Submission, 'extId'>): boolean => extId !== '';

/** A submission can be taken back as long as it is not at its destination. A refused one is then no error any more. */
export const mayWithdraw = ({ state }: Pick<Submission, 'state'>): boolean =>
  state === 'wanted' || state === 'human' || state === 'refused';

/** Filters in the address that the service applies. */
export const filterNames = ['status', 'contact', 'from', 'to', 'job', 'errors', 'since', 'until'] as const;

const whole = (text: string | null): number => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 0);
const day = (text: string | null) => (text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined);

/** The call's arguments for the filters in the address. What is no number or day there filters nothing. */
export function askedBy(me: number, params: URLSearchParams): SentArgsOf<typeof listSubmissions> {
  const since = day(params.get('since'));
  const until = day(params.get('until'));
  return {
    me,
    pageSize: mostSubmissions,
    status: (params.get('status') ?? '').slice(0, 200),
    contactId: whole(params.get('contact')),
    fromId: whole(params.get('from')),
    toId: whole(params.get('to')),
    jobId: whole(params.get('job')),
    isError: params.get('errors') === '1' ? 'true' : 'false',
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  };
}

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
  event: 'reported by the ATS',
};
