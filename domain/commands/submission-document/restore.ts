import { documentSideOf } from '#domain/submissions/document-steps.ts';
import { command } from '../kit/command.ts';
import { broughtBack, rowNamed } from '../kit/versioned.ts';
import { documentChange, documentUndo, namedBy, stepRefusal, wordsOf } from './document-change.ts';

/** Restores a step as it was. A document that left its list meanwhile cannot come back to a mapping. */
export const restoreDocumentStep = command('submissionDocumentStep.restore.v1', {
  ...documentChange,
  describe: (args, names) => ['restoreDocumentStep', wordsOf(args, names)],
  refs: [rowNamed('submissionDocumentStep', 'restores')],
  reads: namedBy,
  apply: (rows, args, context) => {
    const side = documentSideOf(rows.get('submissionTarget', args.targetId)?.systemId ?? 0);
    return stepRefusal(rows, args) ?? broughtBack('submissionDocumentStep', rows, { ...args, side }, context);
  },
  inverse: documentUndo.restore,
});
