import { documentSideOf } from '#domain/submissions/document-steps.ts';
import { command } from '../kit/command.ts';
import { refused, rowNamed, written } from '../kit/versioned.ts';
import { documentChange, documentUndo, namedBy, removedDocumentStep, stepRefusal, wordsOf } from './document-change.ts';

/** Adds a step of the mapping of documents or changes one. The service refuses a second one for a document; only it knows all of them. */
export const saveDocumentStep = command('submissionDocumentStep.save.v1', {
  ...documentChange,
  describe: (args, names) => ['saveDocumentStep', wordsOf(args, names)],
  refs: [rowNamed('submissionDocumentStep', 'creates')],
  reads: namedBy,
  apply: (rows, { id, ref, ...content }, context) => {
    const current = rows.get('submissionDocumentStep', id);
    if (current?.purged || (!current && ref === null)) return refused('gone', removedDocumentStep);
    const refusal = stepRefusal(rows, content);
    if (refusal) return refusal;
    const created = { id, ref, purged: false, version: 0, by: context.by, at: context.at };
    const side = documentSideOf(rows.get('submissionTarget', content.targetId)?.systemId ?? 0);
    return written('submissionDocumentStep', current, { ...(current ?? created), ...content, side }, context);
  },
  inverse: documentUndo.save,
});
