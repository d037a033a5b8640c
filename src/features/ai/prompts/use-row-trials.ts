import { useState } from 'react';
import { type DatasetRecord, listDataset } from '#contract/ai/dataset.ts';
import type { PromptTest } from '#contract/ai/prompts.ts';
import { readingOfAnswer } from '#domain/ai/dataset/answer-reading.ts';
import { sameReading } from '#domain/ai/dataset/same-reading.ts';
import type { Reading } from '#domain/ai/reading.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import type { AskVersion, Tried } from './use-trials.ts';

/** A row of the dataset and what each version read in it. */
export type RowTrial = { readonly record: DatasetRecord; readonly tried: readonly Tried[] };
export type WhichRows = { readonly cust: number; readonly split: string; readonly count: number };

/** What people say of a row; null if no one has labeled it. */
const labeled = ({ settled, labels }: DatasetRecord): Reading | null => (settled ?? labels[0])?.reading ?? null;

/** Whether an answer says what people say; null if there is nothing to compare. */
export function isRight(record: DatasetRecord, result: PromptTest | null): boolean | null {
  const label = labeled(record);
  if (label === null) return null;
  return result?.result ? sameReading(readingOfAnswer(result.result, record.description), label) : false;
}

/** Asks versions about rows of the dataset, one row after another, so that the budget of the customer is not used up at once. */
export function useRowTrials(ask: AskVersion) {
  const call = useCall();
  const [trials, setTrials] = useState<readonly RowTrial[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  const run = async ({ cust, split, count }: WhichRows, versions: readonly { version: number; modelId?: number }[]) => {
    setTrials([]);
    setAsked(cust);
    setProblem(null);
    const all = {
      page: 1,
      perPage: 100,
      showShifts: 'true',
      showBillRate: 'true',
      hideClassified: 'false',
      jobId: 0,
      workType: 0,
    };
    const listed = await call(listDataset, { cust, ...all });
    if (!listed.ok) return setProblem(errorMessage(listed.error));
    const rows = listed.value.rows.filter((row) => split === 'all' || row.split === split).slice(0, count);
    if (rows.length === 0) setProblem('The dataset of this customer has no such rows. Add them under AI dataset.');
    for (const record of rows) {
      const args = { cust, text: record.description, rowId: record.id };
      const tried = await Promise.all(versions.map((version) => ask({ ...args, ...version })));
      setTrials((now) => [...now, { record, tried }]);
    }
  };
  return { trials, problem, cust: asked, run };
}
