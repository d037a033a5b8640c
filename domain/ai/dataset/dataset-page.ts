import type { DatasetRow } from '#contract/rows/dataset-row.ts';
import { inLabelOrder } from './label-order.ts';
import { labelBy, settledOf, waitsFor } from './row-state.ts';

/** Which rows a page shows. `showShifts`, `showBillRate`: those in which an engine or a person names one. 0: all of them. */
export type DatasetQuestion = {
  readonly showShifts: boolean;
  readonly showBillRate: boolean;
  readonly hideClassified: boolean;
  readonly jobId: number;
  readonly workType: number;
};

/** The numbers of rows of which people know the shift or the bill rate, and of those that are settled, of travel and per diem. */
export type DatasetCounts = {
  readonly shifts: number;
  readonly billRates: number;
  readonly travel: number;
  readonly perDiem: number;
};

/** Whether a person need not label a row any more: they or others have. */
export const isClassified = (row: DatasetRow, userId: number): boolean => !waitsFor(row, userId);

const readingsOf = (row: DatasetRow, userId: number) => {
  const own = labelBy(row, userId)?.reading ?? settledOf(row);
  return own ? [own] : row.proposals.map(({ reading }) => reading);
};

function shows(row: DatasetRow, { showShifts, showBillRate }: DatasetQuestion, userId: number): boolean {
  // Neither is chosen, or both: every row, also one that names neither.
  if (showShifts === showBillRate) return true;
  return readingsOf(row, userId).some(({ shift, rate }) => (showShifts ? shift : rate) !== null);
}

/** The rows that a question is about, in the order in which they are labeled. */
export const datasetRows = (rows: readonly DatasetRow[], question: DatasetQuestion, userId: number): DatasetRow[] =>
  inLabelOrder(
    rows.filter(
      (row) =>
        shows(row, question, userId) &&
        (!question.hideClassified || !isClassified(row, userId)) &&
        (question.jobId === 0 || row.jobId === question.jobId) &&
        (question.workType === 0 || row.workType === question.workType),
    ),
  );

/** How many of the rows are classified. */
export function datasetCounts(rows: readonly DatasetRow[]): DatasetCounts {
  const known = rows.flatMap((row) => {
    const reading = settledOf(row);
    return reading ? [{ reading, workType: row.workType }] : [];
  });
  return {
    shifts: known.filter(({ reading }) => reading.shift !== null).length,
    billRates: known.filter(({ reading }) => reading.rate !== null).length,
    travel: known.filter(({ workType }) => workType === 1).length,
    perDiem: known.filter(({ workType }) => workType === 3).length,
  };
}
