import { command } from '../kit/command.ts';
import { keysOf } from '../kit/each-row.ts';
import { refused, rowNamed, written } from '../kit/versioned.ts';
import { assignmentChange, assignmentProblem, assignmentUndo, removedAssignment, saidOf } from './assignment-change.ts';

/** Adds an assignment rule or changes one. The service refuses a person whom jobs cannot be assigned to; only it knows who can. */
export const saveAssignmentRule = command('assignmentRule.save.v1', {
  ...assignmentChange,
  describe: (args, names) => [args.enabled ? 'saveAssignment' : 'pauseAssignment', saidOf(args, names)],
  refs: [rowNamed('assignmentRule', 'creates')],
  reads: ({ sourceId }) => keysOf('source', sourceId === null ? [] : [sourceId]),
  apply: (rows, { id, ref, position, ...asked }, context) => {
    const current = rows.get('assignmentRule', id);
    if (current?.purged || (!current && ref === null)) return refused('gone', removedAssignment);
    const problem = assignmentProblem(asked);
    if (problem) return problem;
    if (asked.sourceId !== null && asked.sourceId !== current?.sourceId && !rows.get('source', asked.sourceId))
      return refused('not_found', 'This source no longer exists. Choose another one.');
    const created = { id, ref, position, purged: false, version: 0, by: context.by, at: context.at };
    return written('assignmentRule', current, { ...(current ?? created), ...asked }, context);
  },
  inverse: assignmentUndo.save,
});
