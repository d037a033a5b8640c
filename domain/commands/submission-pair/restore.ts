import { command } from '../kit/command.ts';
import { broughtBack, imageOf, rowNamed } from '../kit/versioned.ts';
import { listProblem, namedBy, pairBack, pairChange, wordsOf } from './pair-change.ts';

/** Restores a step as it was. An entry that left its list meanwhile cannot come back to a mapping. */
export const restorePair = command('submissionPair.restore.v1', {
  ...pairChange,
  describe: (args, names) => ['restorePair', wordsOf(args, names)],
  refs: [rowNamed('submissionPair', 'restores')],
  reads: namedBy,
  apply: (rows, args, context) => listProblem(rows, args) ?? broughtBack('submissionPair', rows, args, context),
  inverse: ({ id, ref, targetId, degreeId, specialtyId }, before) => {
    const image = imageOf('submissionPair', before);
    if (!image) return [];
    if (image.created || image.row.purged)
      return [{ name: 'submissionPair.remove.v1', args: { id, ref, targetId, degreeId, specialtyId } }];
    return [{ name: 'submissionPair.restore.v1', args: pairBack(image.row, image.row.version) }];
  },
});
