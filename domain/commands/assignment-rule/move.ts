import { command } from '../kit/command.ts';
import { imageOf, rewritten } from '../kit/versioned.ts';
import { assignmentChange, removedAssignment } from './assignment-change.ts';

/** Gives a rule another place in the order. */
export const moveAssignmentRule = command('assignmentRule.move.v1', {
  ...assignmentChange,
  describe: ({ id }, names) => ['moveAssignment', { rule: names.of('assignmentRule', [id]) }],
  apply: (rows, { id, position }, context) =>
    rewritten(rows, { collection: 'assignmentRule', id, gone: removedAssignment }, (row) => ({ ...row, position }), context),
  inverse: ({ id, ref }, before) => {
    const image = imageOf('assignmentRule', before);
    if (!image || image.created) return [];
    return [{ name: 'assignmentRule.move.v1', args: { id, ref, position: image.row.position } }];
  },
});
