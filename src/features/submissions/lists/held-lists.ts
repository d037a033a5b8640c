import type { SubmissionEntryRow } from '#contract/rows/submission-lists.ts';
import type { SubmissionDegree, SubmissionSpecialty } from '#contract/submissions/lists.ts';

const listed = (entries: readonly SubmissionEntryRow[], targetId: number, kind: SubmissionEntryRow['kind']) =>
  entries.filter((entry) => entry.targetId === targetId && entry.kind === kind && !entry.removed);

/** The degrees that a target lists now, as the list call gives them. */
export const heldDegrees = (entries: readonly SubmissionEntryRow[], targetId: number): SubmissionDegree[] =>
  listed(entries, targetId, 'degree').map(({ id, name, extId }) => ({ id, name, extId }));

/** The specialties that a target lists now, as the list call gives them: one whose degree is not listed belongs to each. */
export function heldSpecialties(entries: readonly SubmissionEntryRow[], targetId: number): SubmissionSpecialty[] {
  const degreeOf = new Map(listed(entries, targetId, 'degree').map((degree) => [degree.extId, degree]));
  return listed(entries, targetId, 'specialty').map(({ id, extId, name, degreeExtId }) => {
    const degree = degreeExtId === '' ? undefined : degreeOf.get(degreeExtId);
    return { id, extId, name, degree: degree?.name ?? '', degreeId: degree?.id ?? 0 };
  });
}
