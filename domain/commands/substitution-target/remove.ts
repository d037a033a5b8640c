import { command } from '../kit/command.ts';
import { imageOf, rewritten } from '../kit/versioned.ts';
import { removedTarget, targetBack, targetChange } from './target-change.ts';

/** Deletes a target name. The service refuses it while substitution rules use the name; only the service knows all of them. */
export const removeSubstitutionTarget = command('substitutionTarget.remove.v1', {
  ...targetChange,
  describe: ({ id }, names) => ['removeSubstitutionTarget', { target: names.of('substitutionTarget', [id]) }],
  apply: (rows, { id }, context) =>
    rewritten(rows, { collection: 'substitutionTarget', id, gone: removedTarget }, (row) => ({ ...row, purged: true }), context),
  inverse: (_, before) => {
    const image = imageOf('substitutionTarget', before);
    if (!image || image.created) return [];
    return [{ name: 'substitutionTarget.restore.v1', args: targetBack(image.row, image.row.version + 1) }];
  },
});
