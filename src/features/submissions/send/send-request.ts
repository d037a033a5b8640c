import type { ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import type { checkBeforeSending, listCaregivers } from '#contract/submissions/submissions.ts';

export type Caregiver = ReplyOf<typeof listCaregivers>[number];
export type Check = ReplyOf<typeof checkBeforeSending>;
/** The caregiver, job and targets of a submission, as its calls take them. */
export type Asked = SentArgsOf<typeof checkBeforeSending>;

/** What is typed to find a caregiver, and what the submission is for. Targets are texts of their fields; blank: not chosen. */
export type Sought = {
  readonly providerJobId: string;
  readonly fromId: string;
  readonly toId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly middleName: string;
  readonly email: string;
  readonly caregiverId: string;
};
export const nothingSought: Sought = {
  providerJobId: '',
  fromId: '',
  toId: '',
  firstName: '',
  lastName: '',
  middleName: '',
  email: '',
  caregiverId: '',
};

/** The field's text of the only target; blank where there are several or none. */
export const onlyOf = (targets: readonly { readonly id: number }[]): string =>
  targets.length === 1 ? String(targets[0]?.id) : '';

/** Why a search cannot be made, by field. A job or a source is needed (documented), and something of the caregiver. */
export function soughtProblems(sought: Sought, jobId: number): Record<string, string> {
  const { providerJobId, fromId, toId, firstName, lastName, middleName, email, caregiverId } = sought;
  const hasJob = jobId > 0 || providerJobId.trim() !== '';
  const problems: Record<string, string> = {};
  if (!hasJob && fromId === '') problems['fromId'] = messages.submissionSourceRequired;
  if (!hasJob && fromId !== '' && fromId === toId) problems['toId'] = messages.sameSubmissionTarget;
  if ([firstName, lastName, middleName, email, caregiverId].every((text) => text.trim() === ''))
    problems['lastName'] = 'Enter a name, an email address or a caregiver ID';
  return problems;
}

/** The submission that a chosen caregiver makes. */
export const askedFor = (me: number, jobId: number, sought: Sought, caregiverId: string): Asked => ({
  me,
  caregiverId,
  jobId,
  providerJobId: sought.providerJobId.trim(),
  fromId: Number(sought.fromId),
  toId: Number(sought.toId),
});

/** The whole name of a caregiver. */
export const nameOf = ({ firstName, middleName, lastName }: Caregiver): string =>
  [firstName, middleName, lastName].filter((part) => part !== '').join(' ');
