import { command } from '../kit/command.ts';
import { broughtBack, rowNamed } from '../kit/versioned.ts';
import { dictionaryChange, dictionaryUndo, namedBy, stepRefusal, wordsOf } from './dictionary-change.ts';

/** Restores a mapping as it was. An entry that left its dictionary meanwhile cannot come back to a mapping. */
export const restoreDictionaryStep = command('submissionDictionaryStep.restore.v1', {
  ...dictionaryChange,
  describe: (args, names) => ['restoreDictionaryStep', wordsOf(args, names)],
  refs: [rowNamed('submissionDictionaryStep', 'restores')],
  reads: namedBy,
  apply: (rows, args, context) => stepRefusal(rows, args) ?? broughtBack('submissionDictionaryStep', rows, args, context),
  inverse: dictionaryUndo.restore,
});
