import type { DatasetLabel } from '#contract/rows/dataset-row.ts';
import { command } from '../kit/command.ts';
import { datasetChange, withReading } from './dataset-change.ts';

/** Decides what counts where people say different things of a description, or takes the decision back. */
export const settleRow = command('dataset.settle.v1', {
  ...datasetChange,
  describe: ({ id, reading }, names) => [
    reading === null ? 'unsettleDescription' : 'settleDescription',
    { description: names.of('datasetRow', [id]) },
  ],
  apply: (rows, args, context) =>
    withReading(rows, args, context, (row, settled) => (row.settled === settled ? row : { ...row, settled })),
  inverse: ({ id, userId }, before) =>
    before.map(({ fields }) => {
      const settled = (fields['settled'] ?? null) as DatasetLabel | null;
      return { name: 'dataset.settle.v1', args: { id, userId, reading: settled?.reading ?? null } };
    }),
});
