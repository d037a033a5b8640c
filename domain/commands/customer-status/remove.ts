import { command } from '../kit/command.ts';
import { rewritten } from '../kit/versioned.ts';
import { removedStatus, statusChange, statusUndo } from './status-change.ts';

/** Removes a status. The service keeps the default and a status that vendors' texts mean; only it knows them for certain. */
export const removeStatus = command('customerStatus.remove.v1', {
  ...statusChange,
  describe: ({ id }, names) => ['removeStatus', { status: names.of('customerStatus', [id]) }],
  apply: (rows, { id }, context) =>
    rewritten(rows, { collection: 'customerStatus', id, gone: removedStatus }, (row) => ({ ...row, purged: true }), context),
  inverse: statusUndo.remove,
});
