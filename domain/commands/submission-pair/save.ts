import { command } from '../kit/command.ts';
import { refused, rowNamed, written } from '../kit/versioned.ts';
import { listProblem, namedBy, pairChange, pairUndo, removedStep, wordsOf } from './pair-change.ts';

/** Adds a step of a mapping or changes one. The service refuses a second one for a pair; only it knows all of them. */
export const savePair = command('submissionPair.save.v1', {
  ...pairChange,
  describe: (args, names) => ['savePair', wordsOf(args, names)],
  refs: [rowNamed('submissionPair', 'creates')],
  reads: namedBy,
  apply: (rows, { id, ref, ...content }, context) => {
    const current = rows.get('submissionPair', id);
    if (current?.purged || (!current && ref === null)) return refused('gone', removedStep);
    const problem = listProblem(rows, content);
    if (problem) return problem;
    const created = { id, ref, purged: false, version: 0, by: context.by, at: context.at };
    return written('submissionPair', current, { ...(current ?? created), ...content }, context);
  },
  inverse: pairUndo.save,
});
