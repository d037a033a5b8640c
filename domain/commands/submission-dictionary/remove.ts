import { command } from '../kit/command.ts';
import { rewritten } from '../kit/versioned.ts';
import { dictionaryChange, dictionaryUndo, removedDictionaryStep, wordsOf } from './dictionary-change.ts';

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
  inverse: dictionaryUndo.remove,
});
