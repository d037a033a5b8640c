import { command } from '../kit/command.ts';
import { imageOf, rewritten } from '../kit/versioned.ts';
import { aliasBack, aliasChange, removedAlias } from './alias-change.ts';

/** Removes an alias. Jobs that were read with it keep their values. */
export const removeFieldAlias = command('fieldAlias.remove.v1', {
  ...aliasChange,
  describe: ({ id }, names) => ['removeFieldAlias', { alias: names.of('fieldAlias', [id]) }],
  apply: (rows, { id }, context) =>
    rewritten(rows, { collection: 'fieldAlias', id, gone: removedAlias }, (row) => ({ ...row, purged: true }), context),
  inverse: (_, before) => {
    const image = imageOf('fieldAlias', before);
    if (!image || image.created) return [];
    return [{ name: 'fieldAlias.restore.v1', args: aliasBack(image.row, image.row.version + 1) }];
  },
});
