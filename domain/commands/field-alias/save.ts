import { command } from '../kit/command.ts';
import { imageOf, refused, rowNamed, written } from '../kit/versioned.ts';
import { aliasChange, removedAlias } from './alias-change.ts';

/** Adds an alias of a job's field or changes one. The service refuses a name of another field; only it knows all of them. */
export const saveFieldAlias = command('fieldAlias.save.v1', {
  ...aliasChange,
  describe: ({ alias }) => ['saveFieldAlias', { alias }],
  refs: [rowNamed('fieldAlias', 'creates')],
  apply: (rows, { id, ref, fieldId, alias }, context) => {
    const current = rows.get('fieldAlias', id);
    if (current?.purged || (!current && ref === null)) return refused('gone', removedAlias);
    if (alias === '') return refused('invalid', 'Write the alias.');
    const created = { id, ref, purged: false, version: 0, by: context.by, at: context.at };
    return written('fieldAlias', current, { ...(current ?? created), fieldId, alias }, context);
  },
  inverse: ({ id, ref }, before) => {
    const image = imageOf('fieldAlias', before);
    if (!image) return [];
    if (image.created) return [{ name: 'fieldAlias.remove.v1', args: { id, ref } }];
    const { fieldId, alias } = image.row;
    return [{ name: 'fieldAlias.save.v1', args: { id, ref, fieldId, alias } }];
  },
});
