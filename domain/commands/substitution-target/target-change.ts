import type { CommandArgs } from '#contract/commands/commands.ts';
import type { SubstitutionTargetRow } from '#contract/rows/rule-rows.ts';
import { rowNamed, wholeRow } from '../kit/versioned.ts';

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
export const targetBack = (
  { id, ref, objectType, name }: SubstitutionTargetRow,
  version: number,
): CommandArgs<'substitutionTarget.restore.v1'> => ({ id, ref, version, objectType, name });
