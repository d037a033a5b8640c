import type { CommandArgs } from '#contract/commands/commands.ts';
import type { CustomerStatusRow } from '#contract/rows/customer-status.ts';
import { rowNamed, wholeRow, wholeRowUndo } from '../kit/versioned.ts';

export const removedStatus = 'This status was removed.';

/** The common part of changes of one of the customer's own statuses. */
export const statusChange = {
  ...wholeRow('customerStatus'),
  area: 'jobs',
  heading: 'statuses',
  shownOn: 'statuses',
  needs: () => ['targets.write'] as const,
  forbidden: 'standard',
  refs: [rowNamed('customerStatus', 'names')],
  reads: () => [],
} as const;

/** The arguments that restore a status. `version` is the version of the row they replace. */
const statusBack = (
  { id, ref, name, standard, defaultAt }: CustomerStatusRow,
  version: number,
): CommandArgs<'customerStatus.restore.v1'> => ({ id, ref, version, name, standard, defaultAt });

/** The changes that undo saving, removing and restoring. */
export const statusUndo = wholeRowUndo('customerStatus', {
  remove: ({ id, ref }: CommandArgs<'customerStatus.remove.v1'>) => ({ name: 'customerStatus.remove.v1', args: { id, ref } }),
  restore: (row, version) => ({ name: 'customerStatus.restore.v1', args: statusBack(row, version) }),
});
