import { command } from '../kit/command.ts';
import { refused, rowNamed, written } from '../kit/versioned.ts';
import { fieldMappingChange, lineUndo, removedLine, savingProblem } from './field-mapping-change.ts';

/** Adds a line to a target's field mapping or changes one. Job orders that exist change only when their job does. */
export const saveFieldMapping = command('fieldMapping.save.v1', {
  ...fieldMappingChange,
  describe: ({ atsField }) => ['saveFieldMapping', { atsField }],
  refs: [rowNamed('fieldMapping', 'creates')],
  apply: (rows, { id, ref, position, ...asked }, context) => {
    const current = rows.get('fieldMapping', id);
    if (current?.purged || (!current && ref === null)) return refused('gone', removedLine);
    if (current && current.targetId !== asked.targetId)
      return refused('invalid', 'A line stays with its target. Add it to the other target instead.');
    const problem = savingProblem(rows, asked);
    if (problem) return problem;
    const created = { id, ref, position, purged: false, version: 0, by: context.by, at: context.at };
    return written('fieldMapping', current, { ...(current ?? created), ...asked }, context);
  },
  inverse: lineUndo.save,
});
