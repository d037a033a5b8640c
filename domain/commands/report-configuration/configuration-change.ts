import type { CommandArgs } from '#contract/commands/commands.ts';
import type { ReportConfigurationRow } from '#contract/rows/report-rows.ts';
import { rowNamed, wholeRow, wholeRowUndo } from '../kit/versioned.ts';

export const removedView = 'This view was removed.';

/** The common part of changes of one report configuration. Who may make them depends on its owner, whom only the service can judge. */
export const configurationChange = {
  ...wholeRow('reportConfiguration'),
  area: 'views',
  heading: 'views',
  shownOn: 'staging',
  needs: () => ['staging.read'] as const,
  forbidden: 'standard',
  refs: [rowNamed('reportConfiguration', 'names')],
  reads: () => [],
} as const;

/** The arguments that restore a configuration. `version` is the version of the row they replace. */
function configurationBack(row: ReportConfigurationRow, version: number): CommandArgs<'reportConfiguration.restore.v1'> {
  const { id, ref, reportId, ownerId, owner, name, body, isPrivate, isDefault, roleIds } = row;
  return { id, ref, version, reportId, ownerId, owner, name, body, isPrivate, isDefault, roleIds };
}

/** The changes that undo saving, removing and restoring. */
export const configurationUndo = wholeRowUndo('reportConfiguration', {
  remove: ({ id, ref }: CommandArgs<'reportConfiguration.remove.v1'>) => ({
    name: 'reportConfiguration.remove.v1',
    args: { id, ref },
  }),
  restore: (row, version) => ({ name: 'reportConfiguration.restore.v1', args: configurationBack(row, version) }),
});
