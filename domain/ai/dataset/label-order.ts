import type { DatasetProposal, DatasetRow } from '#contract/rows/dataset-row.ts';
import { rateValue, shiftValue } from './same-reading.ts';

type Proposed = Pick<DatasetRow, 'id' | 'proposals'>;

/** In how many of two values, shift and bill rate, the engines differ: 0 to 2. */
export function disagreement({ proposals }: Pick<Proposed, 'proposals'>): number {
  const different = (valueOf: (proposal: DatasetProposal) => string): number =>
    new Set(proposals.map(valueOf)).size > 1 ? 1 : 0;
  return different(({ reading }) => shiftValue(reading.shift)) + different(({ reading }) => rateValue(reading.rate));
}

/** How uncertain the engines are of a row, 0 to 100: the least certain of them. One that says nothing counts as half certain. */
const uncertainty = ({ proposals }: Pick<Proposed, 'proposals'>): number =>
  100 - Math.min(100, ...proposals.map(({ certainty }) => certainty ?? 50));

/** Rows in the order in which labels teach most: where engines differ, then where they are uncertain, then the oldest. */
export function inLabelOrder<R extends Proposed>(rows: readonly R[]): R[] {
  const ranked = rows.map((row) => ({ row, differs: disagreement(row), unsure: uncertainty(row) }));
  return ranked.sort((a, b) => b.differs - a.differs || b.unsure - a.unsure || a.row.id - b.row.id).map(({ row }) => row);
}
