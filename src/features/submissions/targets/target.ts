import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import {
  listShortSubmissionTargets,
  listSubmissionTargets,
  readSubmissionTarget,
  type SubmissionCapabilities,
  type SubmissionTarget,
  type saveSubmissionTarget,
} from '#contract/submissions/targets.ts';

/** What a change of a target makes outdated. */
export const targetReplies = [readSubmissionTarget, listSubmissionTargets, listShortSubmissionTargets];

/** The arguments that save a target as it is. A form changes its own part of them. */
export const contentOf = ({
  id,
  systemId,
  name,
  orgKey,
  site,
  isActive,
  sharesDocuments,
  settings,
}: SubmissionTarget): SentArgsOf<typeof saveSubmissionTarget> => ({
  id,
  systemId,
  name,
  orgKey,
  site,
  isActive,
  sharesDocuments,
  settings,
});

/** Each thing that a system may be able to do, in the order of a submission. */
export const capabilityLabels: readonly (readonly [keyof SubmissionCapabilities, string])[] = [
  ['checkCredentials', 'Check credentials'],
  ['searchCaregivers', 'Search caregivers'],
  ['readCaregiver', 'Read a caregiver with documents'],
  ['addDocument', 'Add a document to a caregiver'],
  ['lists', 'Read degrees, specialties and documents'],
  ['submit', 'Submit a caregiver'],
  ['lookUp', 'Look up a submission without an answer'],
  ['status', 'Read the status of a submission'],
  ['listen', 'Report changes by itself'],
];

/** Problems of a save under the names of a form whose settings are not nested. */
export const flatProblems = (problems: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([field, words]) => [field.replace(/^settings\./, ''), words]));
