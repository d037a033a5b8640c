import fc from 'fast-check';
import type { CommandArgs } from '#contract/commands/commands.ts';
import type { SubmissionRow, SubmissionTargetRow } from '#contract/rows/submission.ts';
import { localIdOf } from '#domain/commands/local-id.ts';

const at = '2026-11-28T09:00:00.000Z';

/** A submission of Ann's that its destination has. */
export const aSubmission = (over: Partial<SubmissionRow> = {}): SubmissionRow => ({
  id: 141,
  fromId: 151,
  toId: 152,
  jobId: 7,
  providerJobId: '884-210',
  caregiverId: '70001',
  state: 'sent',
  status: 'Offered',
  statusAt: at,
  extId: '88231',
  errorText: '',
  warningsText: '',
  ownerId: 5,
  owner: 'Ann',
  createdAt: at,
  facility: 'Fairhaven Hospital',
  source: 'Coastal',
  sourceId: 2,
  atsJobId: '50001',
  version: 1,
  by: 'Ann',
  at,
  ref: null,
  purged: false,
  ...over,
});

/** Our Bullhorn (151), or with 152 the destination. */
export const aSubmissionTarget = (over: Partial<SubmissionTargetRow> = {}): SubmissionTargetRow => ({
  id: 151,
  systemId: 8,
  name: 'Our Bullhorn',
  isActive: true,
  ...over,
});

/** What a device sends for a new submission with the UUID `ref`. */
export const newSubmission = (
  ref: string,
  over: Partial<CommandArgs<'submission.send.v1'>> = {},
): CommandArgs<'submission.send.v1'> => ({
  id: localIdOf(ref),
  ref,
  ownerId: 5,
  fromId: 151,
  toId: 152,
  jobId: 7,
  providerJobId: '',
  caregiverId: '70001',
  ...over,
});

/** Arguments of the changes of submissions, for properties of all changes. */
export const submissionChanges = {
  'submission.send.v1': fc.constant(newSubmission('c3f1d0b2-08a6-4c4f-8d0e-6f3f7f0f2b07')),
  'submission.resend.v1': fc.record({ id: fc.constantFrom(141, 142), ref: fc.constant(null) }),
};
