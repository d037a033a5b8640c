import { standardNamed } from '#domain/statuses/expanded-status.ts';
import { command } from '../kit/command.ts';
import { refused, rowNamed, written } from '../kit/versioned.ts';
import { removedStatus, statusChange, statusUndo } from './status-change.ts';

/** Adds a status, renames it or makes it the default. The service refuses a name that another status has; only it knows all of them. */
export const saveStatus = command('customerStatus.save.v1', {
  ...statusChange,
  describe: ({ name }) => ['saveStatus', { name }],
  refs: [rowNamed('customerStatus', 'creates')],
  apply: (rows, { id, ref, name, isDefault }, context) => {
    const current = rows.get('customerStatus', id);
    if (current?.purged || (!current && ref === null)) return refused('gone', removedStatus);
    const created = { id, ref, purged: false, version: 0, by: context.by, at: context.at, defaultAt: null };
    const row = current ?? { ...created, standard: standardNamed(name) };
    const defaultAt = isDefault ? context.at : row.defaultAt;
    return written('customerStatus', current, { ...row, name, defaultAt }, context);
  },
  inverse: statusUndo.save,
});
