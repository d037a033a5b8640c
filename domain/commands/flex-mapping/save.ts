import type { CommandArgs } from '#contract/commands/commands.ts';
import type { FlexMappingRow } from '#contract/rows/flex-mapping.ts';
import { savingProblem } from '../field-mapping/field-mapping-change.ts';
import { command } from '../kit/command.ts';
import { keysOf } from '../kit/each-row.ts';
import { imageOf, wholeRow, written } from '../kit/versioned.ts';

const none = { jobFields: [], atsFields: [], lines: [] };

/** Sets the flex mapping of a target, all at once. Without job fields the row is removed. Posted jobs change only when their job does. */
export const saveFlexMapping = command('flexMapping.save.v1', {
  ...wholeRow('flexMapping'),
  area: 'mapping',
  heading: 'flexMapping',
  shownOn: 'flexMapping',
  describe: ({ lines }) => ['saveFlexMapping', { lines: String(lines.length) }],
  needs: () => ['targets.write'] as const,
  forbidden: 'standard',
  refs: [],
  reads: ({ id }) => keysOf('target', [id]),
  apply: (rows, args, context) => {
    const row = rows.get('flexMapping', args.id);
    const current = row?.purged ? undefined : row;
    if (args.jobFields.length === 0) {
      if (!current) return { ok: true, value: { writes: [], result: { done: [args.id], refused: [] } } };
      return written('flexMapping', current, { ...current, ...none, purged: true }, context);
    }
    const problem = savingProblem(rows, { targetId: args.id });
    if (problem) return problem;
    const blank: FlexMappingRow = { ...args, ref: null, version: 0, by: '', at: context.at, purged: false };
    return written('flexMapping', current, { ...(current ?? blank), ...args }, context);
  },
  inverse: ({ id }, before) => {
    const image = imageOf('flexMapping', before);
    if (!image) return [];
    return [{ name: 'flexMapping.save.v1', args: image.created || image.row.purged ? { id, ...none } : contentOf(image.row) }];
  },
});

const contentOf = ({ id, jobFields, atsFields, lines }: FlexMappingRow): CommandArgs<'flexMapping.save.v1'> => ({
  id,
  jobFields,
  atsFields,
  lines,
});
