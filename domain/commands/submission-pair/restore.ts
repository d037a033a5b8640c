import { command } from '../kit/command.ts';
import { broughtBack, rowNamed } from '../kit/versioned.ts';
import { listProblem, namedBy, pairChange, pairUndo, wordsOf } from './pair-change.ts';

/** Restores a step as it was. An entry that left its list meanwhile cannot come back to a mapping. */
export const restorePair = command('submissionPair.restore.v1', {
  ...pairChange,
  describe: (args, names) => ['restorePair', wordsOf(args, names)],
  refs: [rowNamed('submissionPair', 'restores')],
  reads: namedBy,
  apply: (rows, args, context) => listProblem(rows, args) ?? broughtBack('submissionPair', rows, args, context),
  inverse: pairUndo.restore,
});
