import { command } from '../kit/command.ts';
import { rewritten } from '../kit/versioned.ts';
import { aliasChange, aliasUndo, removedAlias } from './alias-change.ts';

/** Removes an alias. Jobs that were read with it keep their values. */
export const removeFieldAlias = command('fieldAlias.remove.v1', {
  ...aliasChange,
  describe: ({ id }, names) => ['removeFieldAlias', { alias: names.of('fieldAlias', [id]) }],
  apply: (rows, { id }, context) =>
    rewritten(rows, { collection: 'fieldAlias', id, gone: removedAlias }, (row) => ({ ...row, purged: true }), context),
  inverse: aliasUndo.remove,
});
