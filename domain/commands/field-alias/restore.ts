import { command } from '../kit/command.ts';
import { broughtBack, imageOf, rowNamed } from '../kit/versioned.ts';
import { aliasBack, aliasChange } from './alias-change.ts';

export const restoreFieldAlias = command('fieldAlias.restore.v1', {
  ...aliasChange,
  describe: ({ alias }) => ['restoreFieldAlias', { alias }],
  refs: [rowNamed('fieldAlias', 'restores')],
  apply: (rows, args, context) => broughtBack('fieldAlias', rows, args, context),
  inverse: ({ id, ref }, before) => {
    const image = imageOf('fieldAlias', before);
    if (!image) return [];
    if (image.created || image.row.purged) return [{ name: 'fieldAlias.remove.v1', args: { id, ref } }];
    return [{ name: 'fieldAlias.restore.v1', args: aliasBack(image.row, image.row.version) }];
  },
});
