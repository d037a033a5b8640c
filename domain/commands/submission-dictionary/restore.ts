import { command } from '../kit/command.ts';
import { broughtBack, imageOf, rowNamed } from '../kit/versioned.ts';
import { dictionaryBack, dictionaryChange, namedBy, stepRefusal, wordsOf } from './dictionary-change.ts';

/** Restores a mapping as it was. An entry that left its dictionary meanwhile cannot come back to a mapping. */
export const restoreDictionaryStep = command('submissionDictionaryStep.restore.v1', {
  ...dictionaryChange,
  describe: (args, names) => ['restoreDictionaryStep', wordsOf(args, names)],
  refs: [rowNamed('submissionDictionaryStep', 'restores')],
  reads: namedBy,
  apply: (rows, args, context) => stepRefusal(rows, args) ?? broughtBack('submissionDictionaryStep', rows, args, context),
  inverse: ({ id, ref, targetId, fromId }, before) => {
    const image = imageOf('submissionDictionaryStep', before);
    if (!image) return [];
    if (image.created || image.row.purged)
      return [{ name: 'submissionDictionaryStep.remove.v1', args: { id, ref, targetId, fromId } }];
    return [{ name: 'submissionDictionaryStep.restore.v1', args: dictionaryBack(image.row, image.row.version) }];
  },
});
