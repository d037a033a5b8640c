import { command } from '../kit/command.ts';
import { broughtBack, rowNamed } from '../kit/versioned.ts';
import { aliasChange, aliasUndo } from './alias-change.ts';

export const restoreFieldAlias = command('fieldAlias.restore.v1', {
  ...aliasChange,
  describe: ({ alias }) => ['restoreFieldAlias', { alias }],
  refs: [rowNamed('fieldAlias', 'restores')],
  apply: (rows, args, context) => broughtBack('fieldAlias', rows, args, context),
  inverse: aliasUndo.restore,
});
