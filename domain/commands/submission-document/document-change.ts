import type { CommandArgs } from '#contract/commands/commands.ts';
import type { SubmissionDocumentStepRow } from '#contract/rows/submission-pair.ts';
import { type DocumentStep, documentStepProblem, sharedMapping } from '#domain/submissions/document-steps.ts';
import type { CommandRefusal, RowKey, RowReader } from '../kit/command.ts';
import { keysOf } from '../kit/each-row.ts';
import { refused, rowNamed, wholeRow, wholeRowUndo } from '../kit/versioned.ts';
import type { RowNames } from '../kit/wording.ts';

export const removedDocumentStep = 'This step of the mapping was removed.';

/** The common part of changes of one step. Whether another one is for the same document only the service knows for certain. */
export const documentChange = {
  ...wholeRow('submissionDocumentStep'),
  area: 'submissions',
  heading: 'submissions',
  shownOn: 'submissionDocuments',
  needs: () => ['submissions.use'] as const,
  forbidden: 'standard',
  refs: [rowNamed('submissionDocumentStep', 'names')],
} as const;

type Named = Pick<DocumentStep, 'targetId' | 'documentId'>;

/** The target of a step and its document in a sentence. */
export const wordsOf = ({ targetId, documentId }: Named, names: RowNames) => ({
  target: names.of('submissionTarget', [targetId]),
  document: names.of('submissionEntry', [documentId]),
});

/** The target and the document of its list that a step names. */
export const namedBy = ({ targetId, documentId }: Named): RowKey[] => [
  ...keysOf('submissionTarget', [targetId]),
  ...keysOf('submissionEntry', [documentId]),
];

/** Refused, because a step cannot be stored as it is. Null if it can. */
export function stepRefusal(rows: RowReader, args: Named): { ok: false; error: CommandRefusal } | null {
  const problem = documentStepProblem(
    args,
    rows.get('submissionTarget', args.targetId),
    rows.get('submissionEntry', args.documentId),
  );
  if (!problem) return null;
  const { error } = refused('invalid', problem.message);
  return { ok: false, error: { ...error, field: problem.field } };
}

/** Refused, because the mapping of the target is shared. Null if it is the customer's own. */
export const sharedRefusal = (rows: RowReader, { targetId }: Named) =>
  rows.get('submissionTarget', targetId)?.sharesDocuments ? refused('invalid', sharedMapping) : null;

/** The arguments that restore a step. `version` is the version of the row they replace. */
const documentBack = (
  { id, ref, targetId, documentId, jrDocumentId }: SubmissionDocumentStepRow,
  version: number,
): CommandArgs<'submissionDocumentStep.restore.v1'> => ({ id, ref, version, targetId, documentId, jrDocumentId });

/** The changes that undo saving, removing and restoring. */
export const documentUndo = wholeRowUndo('submissionDocumentStep', {
  remove: ({ id, ref, targetId, documentId }: CommandArgs<'submissionDocumentStep.remove.v1'>) => ({
    name: 'submissionDocumentStep.remove.v1',
    args: { id, ref, targetId, documentId },
  }),
  restore: (row, version) => ({ name: 'submissionDocumentStep.restore.v1', args: documentBack(row, version) }),
});
