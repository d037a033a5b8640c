import { command } from '../kit/command.ts';
import { rewritten } from '../kit/versioned.ts';
import { fieldMappingChange, lineUndo, removedLine } from './field-mapping-change.ts';

/** Removes a line. The service refuses the last one of a field that the ATS needs. */
export const removeFieldMapping = command('fieldMapping.remove.v1', {
  ...fieldMappingChange,
  describe: ({ id }, names) => ['removeFieldMapping', { line: names.of('fieldMapping', [id]) }],
  apply: (rows, { id }, context) =>
    rewritten(rows, { collection: 'fieldMapping', id, gone: removedLine }, (row) => ({ ...row, purged: true }), context),
  inverse: lineUndo.remove,
});
