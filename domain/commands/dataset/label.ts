import type { DatasetLabel, DatasetRow } from '#contract/rows/dataset-row.ts';
import { labelBy } from '../../ai/dataset/row-state.ts';
import { command } from '../kit/command.ts';
import { datasetChange, withReading } from './dataset-change.ts';

const byPerson = (a: DatasetLabel, b: DatasetLabel): number => (a.userId ?? 0) - (b.userId ?? 0);

/** Saves what one person says that a description says, or takes it back. Labels of others stay. */
export const labelRow = command('dataset.label.v1', {
  ...datasetChange,
  describe: ({ id, reading }, names) => [
    reading === null ? 'unlabelDescription' : 'labelDescription',
    { description: names.of('datasetRow', [id]) },
  ],
  apply: (rows, args, context) =>
    withReading(rows, args, context, (row, label) => {
      const others = row.labels.filter(({ userId }) => userId !== args.userId);
      if (label === null) return others.length === row.labels.length ? row : { ...row, labels: others };
      return { ...row, labels: [...others, label].sort(byPerson) };
    }),
  inverse: ({ id, userId }, before) =>
    before.map(({ fields }) => {
      const labels = (fields['labels'] ?? []) as DatasetRow['labels'];
      return { name: 'dataset.label.v1', args: { id, userId, reading: labelBy({ labels }, userId)?.reading ?? null } };
    }),
});
