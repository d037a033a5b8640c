import { documentSideOf } from '#domain/submissions/document-steps.ts';
import { command } from '../kit/command.ts';
import { broughtBack, imageOf, rowNamed } from '../kit/versioned.ts';
import { documentBack, documentChange, namedBy, stepRefusal, wordsOf } from './document-change.ts';

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
  inverse: ({ id, ref, targetId, documentId }, before) => {
    const image = imageOf('submissionDocumentStep', before);
    if (!image) return [];
    if (image.created || image.row.purged)
      return [{ name: 'submissionDocumentStep.remove.v1', args: { id, ref, targetId, documentId } }];
    return [{ name: 'submissionDocumentStep.restore.v1', args: documentBack(image.row, image.row.version) }];
  },
});
