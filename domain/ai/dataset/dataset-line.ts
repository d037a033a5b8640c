import type { Reading } from '../reading.ts';

/** The rows that prompts and engines are improved with, and those that they are only measured with. */
export type Split = 'dev' | 'test';

/** What one person says that the description says. `at` is an instant in UTC. */
type LineLabel = { readonly by: string; readonly at: string; readonly reading: Reading };

/**
 * One row of the dataset as one line of a JSONL file. `id` is the digest of the text. `settled` is what counts: the decision between
 * different labels, or the label that all have; null as long as there is none. `workType` is 1 travel, 2 permanent, 3 per diem.
 */
export type DatasetLine = {
  readonly id: string;
  readonly description: string;
  readonly split: Split;
  readonly job: string | null;
  readonly source: string | null;
  readonly workType: 1 | 2 | 3 | null;
  readonly labels: readonly LineLabel[];
  readonly settled: Reading | null;
};
