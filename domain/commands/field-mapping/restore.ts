import { command } from '../kit/command.ts';
import { broughtBack, imageOf, rowNamed } from '../kit/versioned.ts';
import { fieldMappingChange, lineBack, savingProblem } from './field-mapping-change.ts';

/** Restores a line as it was, at its place in the order. */
export const restoreFieldMapping = command('fieldMapping.restore.v1', {
  ...fieldMappingChange,
  describe: ({ atsField }) => ['restoreFieldMapping', { atsField }],
  refs: [rowNamed('fieldMapping', 'restores')],
  apply: (rows, args, context) => {
    const { id: _id, ref: _ref, version: _version, position: _position, ...line } = args;
    return savingProblem(rows, line) ?? broughtBack('fieldMapping', rows, args, context);
  },
  inverse: ({ id, ref, targetId }, before) => {
    const image = imageOf('fieldMapping', before);
    if (!image) return [];
    if (image.created || image.row.purged) return [{ name: 'fieldMapping.remove.v1', args: { id, ref, targetId } }];
    return [{ name: 'fieldMapping.restore.v1', args: lineBack(image.row, image.row.version) }];
  },
});
