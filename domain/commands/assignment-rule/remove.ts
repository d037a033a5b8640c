import { command } from '../kit/command.ts';
import { rewritten } from '../kit/versioned.ts';
import { assignmentChange, assignmentUndo, removedAssignment } from './assignment-change.ts';

/** Removes a rule. Its jobs fall to the next rule that fits, else to no one. */
export const removeAssignmentRule = command('assignmentRule.remove.v1', {
  ...assignmentChange,
  describe: ({ id }, names) => ['removeAssignment', { rule: names.of('assignmentRule', [id]) }],
  apply: (rows, { id }, context) =>
    rewritten(rows, { collection: 'assignmentRule', id, gone: removedAssignment }, (row) => ({ ...row, purged: true }), context),
  inverse: assignmentUndo.remove,
});
