import type { CommandArgs } from '#contract/commands/commands.ts';
import type { FieldMappingRow } from '#contract/rows/field-mapping.ts';
import { hasFieldMapping } from '#domain/posting/field-mapping/has-field-mapping.ts';
import type { RowReader } from '../kit/command.ts';
import { keysOf } from '../kit/each-row.ts';
import { refused, rowNamed, wholeRow, wholeRowUndo } from '../kit/versioned.ts';

export const removedLine = 'This line of the field mapping was removed.';

/** The common part of changes of one line of a field mapping. */
export const fieldMappingChange = {
  ...wholeRow('fieldMapping'),
  area: 'mapping',
  heading: 'fieldMapping',
  shownOn: 'fieldMapping',
  needs: () => ['targets.write'] as const,
  forbidden: 'standard',
  refs: [rowNamed('fieldMapping', 'names')],
  reads: ({ targetId }: { readonly targetId: number }) => keysOf('target', [targetId]),
} as const;

/**
 * Why a target can have no such line; null if it can. What the line says is checked by the form and by the service, because the
 * grammar of conditions is too large for every page to load.
 */
export function savingProblem(rows: RowReader, { targetId }: { readonly targetId: number }) {
  const target = rows.get('target', targetId);
  if (!target) return refused('not_found', 'This target no longer exists. Choose another one.');
  if (!hasFieldMapping(target.typeId))
    return refused('invalid', `What ${target.name} gets cannot be changed. Choose a target with a field mapping.`);
  return null;
}

/** The arguments that restore a line. `version` is the version of the row they replace. */
const lineBack = (
  { by: _by, at: _at, purged: _purged, ...line }: FieldMappingRow,
  version: number,
): CommandArgs<'fieldMapping.restore.v1'> => ({ ...line, version });

/** The changes that undo saving, removing and restoring. */
export const lineUndo = wholeRowUndo('fieldMapping', {
  remove: ({ id, ref, targetId }: CommandArgs<'fieldMapping.remove.v1'>) => ({
    name: 'fieldMapping.remove.v1',
    args: { id, ref, targetId },
  }),
  restore: (row, version) => ({ name: 'fieldMapping.restore.v1', args: lineBack(row, version) }),
});
