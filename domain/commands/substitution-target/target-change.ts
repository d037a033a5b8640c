import type { CommandArgs } from '#contract/commands/commands.ts';
import type { SubstitutionTargetRow } from '#contract/rows/rule-rows.ts';
import { rowNamed, wholeRow, wholeRowUndo } from '../kit/versioned.ts';

export const removedTarget = 'This name was removed.';

/** The common part of changes of one target name. */
export const targetChange = {
  ...wholeRow('substitutionTarget'),
  area: 'rules',
  heading: 'substitutions',
  shownOn: 'substitutions',
  needs: () => ['rules.write'] as const,
  forbidden: 'standard',
  refs: [rowNamed('substitutionTarget', 'names')],
  reads: () => [],
} as const;

/** The arguments that restore a target name. `version` is the version of the row they replace. */
const targetBack = (
  { id, ref, objectType, name }: SubstitutionTargetRow,
  version: number,
): CommandArgs<'substitutionTarget.restore.v1'> => ({ id, ref, version, objectType, name });

/** The changes that undo saving, removing and restoring. */
export const targetUndo = wholeRowUndo('substitutionTarget', {
  remove: ({ id, ref }: CommandArgs<'substitutionTarget.remove.v1'>) => ({
    name: 'substitutionTarget.remove.v1',
    args: { id, ref },
  }),
  restore: (row, version) => ({ name: 'substitutionTarget.restore.v1', args: targetBack(row, version) }),
});
