import { command } from '../kit/command.ts';
import { broughtBack, rowNamed } from '../kit/versioned.ts';
import { fieldMappingChange, lineUndo, savingProblem } from './field-mapping-change.ts';

/** Restores a line as it was, at its place in the order. */
export const restoreFieldMapping = command('fieldMapping.restore.v1', {
  ...fieldMappingChange,
  describe: ({ atsField }) => ['restoreFieldMapping', { atsField }],
  refs: [rowNamed('fieldMapping', 'restores')],
  apply: (rows, args, context) => {
    const { id: _id, ref: _ref, version: _version, position: _position, ...line } = args;
    return savingProblem(rows, line) ?? broughtBack('fieldMapping', rows, args, context);
  },
  inverse: lineUndo.restore,
});
