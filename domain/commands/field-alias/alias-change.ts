import type { CommandArgs } from '#contract/commands/commands.ts';
import type { FieldAliasRow } from '#contract/rows/rule-rows.ts';
import { rowNamed, wholeRow, wholeRowUndo } from '../kit/versioned.ts';

export const removedAlias = 'This alias was removed.';

/** The common part of changes of one field alias. */
export const aliasChange = {
  ...wholeRow('fieldAlias'),
  area: 'rules',
  heading: 'fieldAliases',
  shownOn: 'fieldAliases',
  needs: () => ['rules.write'] as const,
  forbidden: 'standard',
  refs: [rowNamed('fieldAlias', 'names')],
  reads: () => [],
} as const;

/** The arguments that restore an alias. `version` is the version of the row they replace. */
const aliasBack = ({ id, ref, fieldId, alias }: FieldAliasRow, version: number): CommandArgs<'fieldAlias.restore.v1'> => ({
  id,
  ref,
  version,
  fieldId,
  alias,
});

/** The changes that undo saving, removing and restoring. */
export const aliasUndo = wholeRowUndo('fieldAlias', {
  remove: ({ id, ref }: CommandArgs<'fieldAlias.remove.v1'>) => ({ name: 'fieldAlias.remove.v1', args: { id, ref } }),
  restore: (row, version) => ({ name: 'fieldAlias.restore.v1', args: aliasBack(row, version) }),
});
