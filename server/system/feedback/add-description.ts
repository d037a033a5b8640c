import { addSome, textOf } from '#server/ai/dataset/dataset-texts.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { storedRow } from '#server/kit/db/rows.ts';

/** Adds a description that is no job's. False if it is blank, or there already. */
export async function addOwnText(tx: Tx, customerId: number, own: string): Promise<boolean> {
  const description = textOf(own);
  if (description === '') return false;
  const text = { description, jobId: null, providerJobId: null, source: null, workType: null, labels: [], settled: null };
  return (await addSome(tx, customerId, [text])).added === 1;
}

/** Adds the description of a job to the dataset of its customer. False if the job has none, or the text is there already. */
export async function addDescription(tx: Tx, customerId: number, jobId: number): Promise<boolean> {
  const job = await storedRow(tx, customerId, 'job', jobId);
  const description = textOf(job?.row.description ?? '');
  if (!job || description === '') return false;
  const { providerJobId, source, workType } = job.row;
  const text = { description, jobId, providerJobId, source, workType, labels: [], settled: null };
  return (await addSome(tx, customerId, [text])).added === 1;
}
