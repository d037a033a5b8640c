import { command } from '../kit/command.ts';
import { rewritten } from '../kit/versioned.ts';
import { pairChange, pairUndo, removedStep, wordsOf } from './pair-change.ts';

/** Removes a step of a mapping. Submissions that were sent keep what they were sent with. */
export const removePair = command('submissionPair.remove.v1', {
  ...pairChange,
  describe: (args, names) => ['removePair', wordsOf(args, names)],
  apply: (rows, { id }, context) =>
    rewritten(rows, { collection: 'submissionPair', id, gone: removedStep }, (row) => ({ ...row, purged: true }), context),
  inverse: pairUndo.remove,
});
