import { command } from '../kit/command.ts';
import { imageOf, rewritten } from '../kit/versioned.ts';
import { dictionaryBack, dictionaryChange, removedDictionaryStep, wordsOf } from './dictionary-change.ts';

/** Removes a mapping between dictionaries. Submissions that were sent keep what they were sent with. */
export const removeDictionaryStep = command('submissionDictionaryStep.remove.v1', {
  ...dictionaryChange,
  describe: (args, names) => ['removeDictionaryStep', wordsOf(args, names)],
  apply: (rows, args, context) =>
    rewritten(
      rows,
      { collection: 'submissionDictionaryStep', id: args.id, gone: removedDictionaryStep },
      (row) => ({ ...row, purged: true }),
      context,
    ),
  inverse: (_, before) => {
    const image = imageOf('submissionDictionaryStep', before);
    if (!image || image.created) return [];
    return [{ name: 'submissionDictionaryStep.restore.v1', args: dictionaryBack(image.row, image.row.version + 1) }];
  },
});
