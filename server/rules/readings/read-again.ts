import type { JobRow } from '#contract/rows/jobs.ts';
import { withReadings } from '#domain/readings/readings.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { JobTask } from '../apart/rule-work.ts';
import { knownReadings, type ReadingGrounds, type ReadingQuestion } from './known-readings.ts';

/** Jobs that are processed again with what their descriptions say now, and the descriptions that a model is to read. */
type ReadAgain = { readonly tasks: readonly JobTask[]; readonly asked: readonly ReadingQuestion[] };

/** Reads the descriptions of jobs again. Writes nothing. */
export async function readAgain(
  db: Db | Tx,
  customerId: number,
  grounds: ReadingGrounds,
  jobs: readonly JobRow[],
): Promise<ReadAgain> {
  const { reader, asks } = await knownReadings(
    db,
    customerId,
    grounds,
    jobs.map(({ description }) => description),
  );
  const asked: ReadingQuestion[] = [];
  const tasks = jobs.map((current): JobTask => {
    const { given, wants } = withReadings({}, current, reader);
    const description = current.description?.trim() ?? '';
    if (wants && asks(description)) asked.push({ description, jobId: current.id });
    return { kind: 'standing', current, readAgain: given };
  });
  return { tasks, asked };
}
