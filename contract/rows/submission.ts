import * as z from 'zod';
import { Instant } from '../kit/ids.ts';
import { created } from './rule-rows.ts';

/**
 * What became of a submission. `wanted` waits to be sent, `sending` is on its way, `unknown` ended without an answer and is looked up,
 * `human` needs a person's decision, `sent` is at the destination, `refused` was made nowhere, `withdrawn` was taken back.
 */
export const SubmissionState = z.enum(['wanted', 'sending', 'unknown', 'human', 'sent', 'refused', 'withdrawn']);
export type SubmissionState = z.output<typeof SubmissionState>;

/**
 * A submission as devices hold it: everything of it but the caregiver's email address, which never leaves the service by the feed. Of the
 * caregiver it has the id in the source alone. `status` is the destination's own word, blank until it has one. `ownerId` is who asked; null
 * for an event of the ATS. `jobId` 0: Jobdock does not know the job. Names of the job (`facility`, `source`, `atsJobId`) are those of the
 * last change of the submission.
 */
export const SubmissionRow = z.object({
  id: z.number(),
  fromId: z.number(),
  toId: z.number(),
  jobId: z.number(),
  providerJobId: z.string(),
  caregiverId: z.string(),
  state: SubmissionState,
  status: z.string(),
  statusAt: Instant.nullable(),
  extId: z.string(),
  errorText: z.string(),
  warningsText: z.string(),
  ownerId: z.number().nullable(),
  owner: z.string(),
  createdAt: Instant,
  facility: z.string(),
  source: z.string(),
  sourceId: z.number().nullable(),
  atsJobId: z.string(),
  /** Always 1: submissions are never compared as a whole. */
  version: z.number().int(),
  by: z.string(),
  at: Instant,
  ...created,
});
export type SubmissionRow = z.infer<typeof SubmissionRow>;

/**
 * A submission target as devices hold it: no sign-in, address, setting, key or secret. `sharesDocuments`: its documents are mapped once for
 * all customers of its system.
 */
export const SubmissionTargetRow = z.object({
  id: z.number(),
  systemId: z.number(),
  name: z.string(),
  isActive: z.boolean(),
  sharesDocuments: z.boolean(),
});
export type SubmissionTargetRow = z.infer<typeof SubmissionTargetRow>;
