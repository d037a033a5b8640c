import { command } from '../kit/command.ts';
import { imageOf, refused, rowNamed, written } from '../kit/versioned.ts';
import { removedTarget, targetChange } from './target-change.ts';

/** Creates or renames a target name, which substitution rules rewrite texts to. */
export const saveSubstitutionTarget = command('substitutionTarget.save.v1', {
  ...targetChange,
  describe: ({ name }) => ['saveSubstitutionTarget', { name }],
  refs: [rowNamed('substitutionTarget', 'creates')],
  apply: (rows, { id, ref, objectType, name }, context) => {
    const current = rows.get('substitutionTarget', id);
    if (current?.purged || (!current && ref === null)) return refused('gone', removedTarget);
    if (name === '') return refused('invalid', 'Write the name that texts are rewritten to.');
    const created = { id, ref, purged: false, version: 0, by: context.by, at: context.at };
    return written('substitutionTarget', current, { ...(current ?? created), objectType, name }, context);
  },
  inverse: ({ id, ref }, before) => {
    const image = imageOf('substitutionTarget', before);
    if (!image) return [];
    if (image.created) return [{ name: 'substitutionTarget.remove.v1', args: { id, ref } }];
    const { objectType, name } = image.row;
    return [{ name: 'substitutionTarget.save.v1', args: { id, ref, objectType, name } }];
  },
});
