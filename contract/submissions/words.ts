import * as z from 'zod';
import type { SubmissionListKind } from '../rows/submission-lists.ts';

/** What a system of a submission target is: 2 an ATS, 3 a VMS, 4 a job board. */
export const SystemType = z.literal([2, 3, 4], 'Choose 2 (ATS), 3 (VMS) or 4 (job board)');
export type SystemType = z.output<typeof SystemType>;

/** Lists of Jobdock's own (JR), the hinge of every mapping. */
export type JrKind = Exclude<SubmissionListKind, 'dictionary'>;

/** Texts of the tab Settings of a submission target, under their plain names. */
export const submissionSettingKeys = [
  'specialtyTextBlock',
  'subscriptionName',
  'sessionInfo',
  'errorStatus',
  'errorField',
] as const;
export type SubmissionSettingKey = (typeof submissionSettingKeys)[number];

/** Longest texts and largest lists of submissions. */
export const submissionLimits = {
  name: 200,
  key: 200,
  site: 500,
  secret: 4000,
  setting: 1000,
  note: 2000,
  packageDocuments: 50,
  listEntries: 20_000,
} as const;
