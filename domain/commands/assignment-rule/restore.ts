import { command } from '../kit/command.ts';
import { broughtBack, imageOf, rowNamed } from '../kit/versioned.ts';
import { assignmentBack, assignmentChange, assignmentProblem, saidOf } from './assignment-change.ts';

/** Restores a rule as it was, at its place in the order. */
export const restoreAssignmentRule = command('assignmentRule.restore.v1', {
  ...assignmentChange,
  describe: (args, names) => ['restoreAssignment', saidOf(args, names)],
  refs: [rowNamed('assignmentRule', 'restores')],
  apply: (rows, args, context) => assignmentProblem(args) ?? broughtBack('assignmentRule', rows, args, context),
  inverse: ({ id, ref }, before) => {
    const image = imageOf('assignmentRule', before);
    if (!image) return [];
    if (image.created || image.row.purged) return [{ name: 'assignmentRule.remove.v1', args: { id, ref } }];
    return [{ name: 'assignmentRule.restore.v1', args: assignmentBack(image.row, image.row.version) }];
  },
});
