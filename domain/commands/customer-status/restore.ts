import { command } from '../kit/command.ts';
import { broughtBack, rowNamed } from '../kit/versioned.ts';
import { statusChange, statusUndo } from './status-change.ts';

/** Restores a status as it was, also whether it was the default. */
export const restoreStatus = command('customerStatus.restore.v1', {
  ...statusChange,
  describe: ({ name }) => ['restoreStatus', { name }],
  refs: [rowNamed('customerStatus', 'restores')],
  // A moment that is still to come would keep every later choice from becoming the default.
  apply: (rows, { defaultAt, ...args }, context) =>
    broughtBack(
      'customerStatus',
      rows,
      { ...args, defaultAt: defaultAt !== null && defaultAt > context.at ? context.at : defaultAt },
      context,
    ),
  inverse: statusUndo.restore,
});
