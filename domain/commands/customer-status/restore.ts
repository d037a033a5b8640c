import { command } from '../kit/command.ts';
import { broughtBack, imageOf, rowNamed } from '../kit/versioned.ts';
import { statusBack, statusChange } from './status-change.ts';

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
  inverse: ({ id, ref }, before) => {
    const image = imageOf('customerStatus', before);
    if (!image) return [];
    if (image.created || image.row.purged) return [{ name: 'customerStatus.remove.v1', args: { id, ref } }];
    return [{ name: 'customerStatus.restore.v1', args: statusBack(image.row, image.row.version) }];
  },
});
