import type { SubmissionTargetRow } from '#contract/rows/submission.ts';
import type { SubmissionEntryRow } from '#contract/rows/submission-lists.ts';
import type { MapSide, SubmissionDocumentStepRow } from '#contract/rows/submission-pair.ts';
import { submissionSystem, usualSide } from './systems.ts';

/** What a step of the mapping of documents says, without who saved it. */
export type DocumentStep = Pick<SubmissionDocumentStepRow, 'targetId' | 'side' | 'documentId' | 'jrDocumentId'>;
/** What is wrong with a step, and the field that says it. */
type DocumentStepProblem = { readonly field: 'targetId' | 'documentId' | 'jrDocumentId'; readonly message: string };

const problem = (field: DocumentStepProblem['field'], message: string): DocumentStepProblem => ({ field, message });

/** The refusal of a change of a shared mapping by somebody else than an administrator. */
export const sharedMapping =
  'This target shares its mapping of documents with other agencies. Only administrators of the Jobdock provider change it.';

/** The side of the documents of a system's targets: those of an ATS are what a source has. */
export const documentSideOf = (systemId: number): MapSide => usualSide(submissionSystem(systemId)?.type ?? 4);

/**
 * What is wrong with a customer's own step, by its target and its document (undefined: not there). What Jobdock's own list has only the
 * form and the service know. Null if nothing is wrong.
 */
export function documentStepProblem(
  { targetId }: Pick<DocumentStep, 'targetId'>,
  target: Pick<SubmissionTargetRow, 'sharesDocuments'> | undefined,
  document: Pick<SubmissionEntryRow, 'targetId' | 'kind' | 'removed'> | undefined,
): DocumentStepProblem | null {
  if (!target) return problem('targetId', 'This target no longer exists. Choose another one.');
  if (target.sharesDocuments) return problem('targetId', sharedMapping);
  if (!document || document.removed || document.kind !== 'document' || document.targetId !== targetId)
    return problem('documentId', 'The target has no such document. Choose one of its list.');
  return null;
}

/** The problem of a step whose document of Jobdock is not in its list. */
export const noJrDocument = problem('jrDocumentId', 'Jobdock’s own list has no such document. Choose one of it.');

/** What a target has one step for: a source one for a document, a destination one for a document of Jobdock. */
export const documentKey = ({ targetId, side, documentId, jrDocumentId }: DocumentStep): string =>
  [targetId, side, side === 'from' ? documentId : jrDocumentId].join('/');

/** Another step of the same target for the same document. */
export const rivalDocumentStep = <S extends DocumentStep & { readonly id: number }>(
  asked: DocumentStep & { readonly id: number },
  steps: readonly S[],
): S | undefined => steps.find((one) => one.id !== asked.id && documentKey(one) === documentKey(asked));

/** Why a step is refused while another one is for its document: what that one says. */
export function rivalDocumentProblem(
  target: string,
  { side, name, jrName }: { readonly side: MapSide; readonly name: string; readonly jrName: string },
): DocumentStepProblem {
  const says =
    side === 'from'
      ? `${name} of ${target} is mapped to ${jrName} of Jobdock already.`
      : `${jrName} of Jobdock is mapped to ${name} of ${target} already.`;
  return problem(side === 'from' ? 'documentId' : 'jrDocumentId', `${says} Delete that mapping first.`);
}
