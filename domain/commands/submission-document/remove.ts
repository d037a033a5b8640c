import { command } from '../kit/command.ts';
import { rewritten } from '../kit/versioned.ts';
import { documentChange, documentUndo, namedBy, removedDocumentStep, sharedRefusal, wordsOf } from './document-change.ts';

/** Removes a step of the mapping of documents. Submissions that were sent keep what they were sent with. */
export const removeDocumentStep = command('submissionDocumentStep.remove.v1', {
  ...documentChange,
  describe: (args, names) => ['removeDocumentStep', wordsOf(args, names)],
  reads: namedBy,
  apply: (rows, args, context) =>
    sharedRefusal(rows, args) ??
    rewritten(
      rows,
      { collection: 'submissionDocumentStep', id: args.id, gone: removedDocumentStep },
      (row) => ({ ...row, purged: true }),
      context,
    ),
  inverse: documentUndo.remove,
});
