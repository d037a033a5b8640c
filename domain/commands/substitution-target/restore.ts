import { command } from '../kit/command.ts';
import { broughtBack, imageOf, rowNamed } from '../kit/versioned.ts';
import { targetBack, targetChange } from './target-change.ts';

export const restoreSubstitutionTarget = command('substitutionTarget.restore.v1', {
  ...targetChange,
  describe: ({ name }) => ['restoreSubstitutionTarget', { name }],
  refs: [rowNamed('substitutionTarget', 'restores')],
  apply: (rows, args, context) => broughtBack('substitutionTarget', rows, args, context),
  inverse: ({ id, ref }, before) => {
    const image = imageOf('substitutionTarget', before);
    if (!image) return [];
    if (image.created || image.row.purged) return [{ name: 'substitutionTarget.remove.v1', args: { id, ref } }];
    return [{ name: 'substitutionTarget.restore.v1', args: targetBack(image.row, image.row.version) }];
  },
});
