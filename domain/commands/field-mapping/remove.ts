import { command } from '../kit/command.ts';
import { imageOf, rewritten } from '../kit/versioned.ts';
import { fieldMappingChange, lineBack, removedLine } from './field-mapping-change.ts';

/** Removes a line. The service refuses the last one of a field that the ATS needs. */
export const removeFieldMapping = command('fieldMapping.remove.v1', {
  ...fieldMappingChange,
  describe: ({ id }, names) => ['removeFieldMapping', { line: names.of('fieldMapping', [id]) }],
  apply: (rows, { id }, context) =>
    rewritten(rows, { collection: 'fieldMapping', id, gone: removedLine }, (row) => ({ ...row, purged: true }), context),
  inverse: (_, before) => {
    const image = imageOf('fieldMapping', before);
    if (!image || image.created) return [];
    return [{ name: 'fieldMapping.restore.v1', args: lineBack(image.row, image.row.version + 1) }];
  },
});
