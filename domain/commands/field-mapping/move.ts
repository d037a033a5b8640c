import { command } from '../kit/command.ts';
import { imageOf, rewritten } from '../kit/versioned.ts';
import { fieldMappingChange, removedLine } from './field-mapping-change.ts';

/** Gives a line another place in the order. */
export const moveFieldMapping = command('fieldMapping.move.v1', {
  ...fieldMappingChange,
  describe: ({ id }, names) => ['moveFieldMapping', { line: names.of('fieldMapping', [id]) }],
  apply: (rows, { id, position }, context) =>
    rewritten(rows, { collection: 'fieldMapping', id, gone: removedLine }, (row) => ({ ...row, position }), context),
  inverse: ({ id, ref, targetId }, before) => {
    const image = imageOf('fieldMapping', before);
    if (!image || image.created) return [];
    return [{ name: 'fieldMapping.move.v1', args: { id, ref, targetId, position: image.row.position } }];
  },
});
