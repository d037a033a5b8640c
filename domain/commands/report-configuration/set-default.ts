import type { CommandArgs } from '#contract/commands/commands.ts';
import type { ReportConfigurationRow } from '#contract/rows/report-rows.ts';
import { type Before, type Change, command } from '../kit/command.ts';
import { keysOf } from '../kit/each-row.ts';
import { held, refused, rowNamed, written } from '../kit/versioned.ts';
import { configurationChange, removedView } from './configuration-change.ts';

type Args = CommandArgs<'reportConfiguration.setDefault.v1'>;
type Role = Args['roleId'];

/** Makes a configuration the owner's default or that of a role, in place of the one before; or takes that from it. */
export const setDefaultReportConfiguration = command('reportConfiguration.setDefault.v1', {
  ...configurationChange,
  describe: ({ id, isDefault }, names) => [
    isDefault ? 'setDefaultView' : 'clearDefaultView',
    { view: names.of('reportConfiguration', [id]) },
  ],
  // Roles are the provider's, and so is what their people start with.
  needs: ({ roleId }) => (roleId === null ? ['staging.read'] : ['admin.system']),
  refs: [
    rowNamed('reportConfiguration', 'names'),
    { collection: 'reportConfiguration', id: 'otherId', ref: 'otherRef', does: 'names' },
  ],
  touches: ({ id, otherId }) => keysOf('reportConfiguration', otherId === null ? [id] : [id, otherId]),
  apply: (rows, { id, roleId, isDefault, otherId }, context) => {
    const row = held(rows, 'reportConfiguration', id);
    if (!row) return refused('gone', removedView);
    if (roleId !== null && isDefault && row.isPrivate)
      return refused('invalid', 'Share the view first: the people of the role do not see a private one.');
    const set = written('reportConfiguration', row, withDefault(row, roleId, isDefault), context);
    const other = isDefault && otherId !== null && otherId !== id ? held(rows, 'reportConfiguration', otherId) : undefined;
    if (!set.ok || !other) return set;
    const cleared = written('reportConfiguration', other, withDefault(other, roleId, false), context);
    if (!cleared.ok) return cleared;
    return { ok: true, value: { writes: [...set.value.writes, ...cleared.value.writes], result: set.value.result } };
  },
  inverse: (args, before) => inverseOf(args, before),
});

/** The configuration as the default of its owner (`roleId` null) or of a role, or no longer so. */
export function withDefault(row: ReportConfigurationRow, roleId: Role, isDefault: boolean): ReportConfigurationRow {
  if (roleId === null) return { ...row, isDefault };
  const others = row.roleIds.filter((id) => id !== roleId);
  return { ...row, roleIds: isDefault ? [...others, roleId].sort((a, b) => a - b) : others };
}

/** Whether a configuration is the default of its owner (`roleId` null) or of a role. */
export const isDefaultOf = ({ isDefault, roleIds }: ReportConfigurationRow, roleId: Role): boolean =>
  roleId === null ? isDefault : roleIds.includes(roleId);

function inverseOf({ id, ref, otherId, otherRef, roleId, isDefault }: Args, before: readonly Before[]): Change[] {
  const changed = (of: number | null) => before.some((image) => image.id === of);
  const setBack = (args: Pick<Args, 'id' | 'ref' | 'isDefault' | 'otherId' | 'otherRef'>): Change[] => [
    { name: 'reportConfiguration.setDefault.v1', args: { ...args, roleId } },
  ];
  const alone = { otherId: null, otherRef: null };
  if (otherId !== null && otherId !== id && changed(otherId)) {
    const instead = changed(id) ? { otherId: id, otherRef: ref } : alone;
    return setBack({ id: otherId, ref: otherRef, isDefault: true, ...instead });
  }
  return changed(id) ? setBack({ id, ref, isDefault: !isDefault, ...alone }) : [];
}
