import type { DatasetLabel, DatasetRow } from '#contract/rows/dataset-row.ts';
import type { Reading } from '../reading.ts';
import { sameReading } from './same-reading.ts';

type Labeled = Pick<DatasetRow, 'labels' | 'settled' | 'second'>;

/** How many people label a row. */
const peopleFor = ({ second }: Pick<DatasetRow, 'second'>): number => (second ? 2 : 1);

/** Whether people say different things of a row and no one has settled it. */
export const isDisputed = ({ labels, settled }: Labeled): boolean => {
  const [first] = labels;
  return settled === null && first !== undefined && labels.some(({ reading }) => !sameReading(reading, first.reading));
};

/** What counts for a row: the decision between labels, or what all say as soon as as many people as it needs have labeled it. */
export function settledOf(row: Labeled): Reading | null {
  if (row.settled !== null) return row.settled.reading;
  const [first] = row.labels;
  return first !== undefined && row.labels.length >= peopleFor(row) && !isDisputed(row) ? first.reading : null;
}

/** The label of one person. */
export const labelBy = ({ labels }: Pick<DatasetRow, 'labels'>, userId: number): DatasetLabel | undefined =>
  labels.find((label) => label.userId === userId);

/** Whether a row waits for a label of this person: others have not labeled it often enough, and this person has not. */
export const waitsFor = (row: Labeled, userId: number): boolean =>
  row.settled === null && row.labels.length < peopleFor(row) && labelBy(row, userId) === undefined;

/** What a person may see of a row that waits for their label: not what others say, so that both labels are their own. */
export const withoutOthers = <R extends Labeled>(row: R, userId: number): R =>
  waitsFor(row, userId) ? { ...row, labels: [] } : row;
