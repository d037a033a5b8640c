import type { SubmissionState } from '#contract/rows/submission.ts';
import { isLive } from './words.ts';

/** A value of the source and what it becomes: first in Jobdock's own list, then in the destination. Null where no mapping exists. */
export type MappedValue = { readonly source: string; readonly own: string | null; readonly destination: string | null };

/** A document that the package asks for. `expires`: the last day on which it is valid, as YYYY-MM-DD; null when it does not expire. */
type PackageDocument = { readonly name: string; readonly isFound: boolean; readonly expires: string | null };

/** A field that the destination requires, with the caregiver's value. */
type RequiredField = { readonly name: string; readonly value: string | null };

/** An earlier submission of this caregiver to this destination and job. */
type EarlierSubmission = { readonly id: number; readonly by: string; readonly state: SubmissionState };

/** All that the check looks at. `today`: YYYY-MM-DD, the day of the customer. Target IDs are those of the customer's submission targets. */
export type SubmissionDraft = {
  readonly sourceTargetId: number;
  readonly destinationTargetId: number;
  readonly jobTakesSubmissions: boolean;
  /** The source no longer has the caregiver: nothing else of the caregiver can be checked. */
  readonly isGone?: boolean;
  readonly degree: MappedValue;
  readonly specialty: MappedValue;
  readonly documents: readonly PackageDocument[];
  readonly requiredFields: readonly RequiredField[];
  readonly earlier: readonly EarlierSubmission[];
  readonly today: string;
};

/** What keeps a submission from being sent. */
export type SubmissionProblem =
  | { readonly kind: 'sameTarget' }
  | { readonly kind: 'jobClosed' }
  | { readonly kind: 'caregiverGone' }
  | {
      readonly kind: 'unmapped';
      readonly field: 'degree' | 'specialty';
      readonly step: 'own' | 'destination';
      readonly value: string;
    }
  | { readonly kind: 'documentMissing'; readonly name: string }
  | { readonly kind: 'documentExpired'; readonly name: string; readonly expires: string }
  | { readonly kind: 'fieldMissing'; readonly name: string }
  | { readonly kind: 'alreadySubmitted'; readonly id: number; readonly by: string };

/** The first step of a mapping that is missing: without Jobdock's own value, the one of the destination cannot be chosen. */
function unmapped(field: 'degree' | 'specialty', { source, own, destination }: MappedValue): SubmissionProblem[] {
  if (own === null) return [{ kind: 'unmapped', field, step: 'own', value: source }];
  return destination === null ? [{ kind: 'unmapped', field, step: 'destination', value: own }] : [];
}

function documentProblems({ name, isFound, expires }: PackageDocument, today: string): SubmissionProblem[] {
  if (!isFound) return [{ kind: 'documentMissing', name }];
  return expires !== null && expires < today ? [{ kind: 'documentExpired', name, expires }] : [];
}

/**
 * Checks a submission before anything leaves: two different targets, a job that takes submissions, a mapped degree and specialty, documents
 * that are found and valid today, the fields that the destination requires, and no live submission of the same caregiver there.
 * @returns all problems, in the order in which a person solves them; none when it can be sent. Earlier submissions that were refused or
 *   withdrawn are no problem.
 */
export function checkSubmission(draft: SubmissionDraft): readonly SubmissionProblem[] {
  const problems: SubmissionProblem[] = [];
  if (draft.sourceTargetId === draft.destinationTargetId) problems.push({ kind: 'sameTarget' });
  if (!draft.jobTakesSubmissions) problems.push({ kind: 'jobClosed' });
  if (draft.isGone === true) return [...problems, { kind: 'caregiverGone' }];
  for (const { id, by, state } of draft.earlier) if (isLive(state)) problems.push({ kind: 'alreadySubmitted', id, by });
  problems.push(...unmapped('degree', draft.degree), ...unmapped('specialty', draft.specialty));
  for (const document of draft.documents) problems.push(...documentProblems(document, draft.today));
  for (const { name, value } of draft.requiredFields) {
    if (value === null || value.trim() === '') problems.push({ kind: 'fieldMissing', name });
  }
  return problems;
}
