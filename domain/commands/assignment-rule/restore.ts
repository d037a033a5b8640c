import { command } from '../kit/command.ts';
import { broughtBack, rowNamed } from '../kit/versioned.ts';
import { assignmentChange, assignmentProblem, assignmentUndo, saidOf } from './assignment-change.ts';

/** Restores a rule as it was, at its place in the order. */
export const restoreAssignmentRule = command('assignmentRule.restore.v1', {
  ...assignmentChange,
  describe: (args, names) => ['restoreAssignment', saidOf(args, names)],
  refs: [rowNamed('assignmentRule', 'restores')],
  apply: (rows, args, context) => assignmentProblem(args) ?? broughtBack('assignmentRule', rows, args, context),
  inverse: assignmentUndo.restore,
});
