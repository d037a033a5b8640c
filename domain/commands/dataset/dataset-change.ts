import type { DatasetLabel, DatasetReading, DatasetRow } from '#contract/rows/dataset-row.ts';
import { readingProblems } from '../../ai/dataset/reading-problems.ts';
import type { CommandContext, RowReader } from '../kit/command.ts';
import { eachRow, keysOf } from '../kit/each-row.ts';

/** What the changes of the dataset have in common. Labels belong to their people, so no change of another one is in conflict. */
export const datasetChange = {
  area: 'jobs',
  heading: 'dataset',
  shownOn: 'dataset',
  needs: () => ['admin.system'] as const,
  forbidden: 'standard',
  refs: [],
  touches: ({ id }: { readonly id: number }) => keysOf('datasetRow', [id]),
  reads: () => [],
  chooses: 'nothing',
  compares: () => [],
  compared: {},
  onDrift: 'overwrite',
  conflictDefault: 'mine',
  history: 'manual',
  sharesTransaction: true,
  whenStale: 'send',
  corrects: 'none',
} as const;

type Args = { readonly id: number; readonly userId: number; readonly reading: DatasetReading | null };

/** Writes what a person says of a row, after its check. `change` gets null for a label that is taken back. */
export const withReading = (
  rows: RowReader,
  { id, userId, reading }: Args,
  { by, at }: CommandContext,
  change: (row: DatasetRow, label: DatasetLabel | null) => DatasetRow,
) =>
  eachRow(rows, 'datasetRow', [id], (row) => {
    const [problem] = reading === null ? [] : Object.values(readingProblems(row.description, reading));
    if (problem !== undefined) return { refused: 'invalid', message: problem };
    return change(row, reading && { userId, by, at, reading });
  });
