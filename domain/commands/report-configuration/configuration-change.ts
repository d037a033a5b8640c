import type { CommandArgs } from '#contract/commands/commands.ts';
import type { ReportConfigurationRow } from '#contract/rows/report-rows.ts';
import { rowNamed, wholeRow } from '../kit/versioned.ts';

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
export function configurationBack(row: ReportConfigurationRow, version: number): CommandArgs<'reportConfiguration.restore.v1'> {
  const { id, ref, reportId, ownerId, owner, name, body, isPrivate, isDefault, roleIds } = row;
  return { id, ref, version, reportId, ownerId, owner, name, body, isPrivate, isDefault, roleIds };
}
