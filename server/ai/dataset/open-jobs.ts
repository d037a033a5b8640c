import { sql } from 'kysely';
import type { Db } from '#server/kit/db/connection.ts';
import { type DatasetText, textOf } from './dataset-texts.ts';

type Described = {
  readonly id: number;
  readonly providerJobId: string;
  readonly source: string;
  readonly workType: 1 | 2 | 3;
  readonly description: string;
};

/** Jobs read at once. */
const atOnce = 2000;

/** The descriptions of a customer's open jobs as texts, the oldest job first. A blank one is left out. */
export async function openDescriptions(db: Db, customerId: number): Promise<DatasetText[]> {
  const texts: DatasetText[] = [];
  for (let after = 0; ; ) {
    const jobs = await openJobsAfter(db, customerId, after);
    for (const { id, description, ...job } of jobs) {
      const text = textOf(description);
      if (text !== '') texts.push({ ...job, jobId: id, description: text, labels: [], settled: null });
    }
    const last = jobs.at(-1);
    if (!last || jobs.length < atOnce) return texts;
    after = last.id;
  }
}

async function openJobsAfter(db: Db, customerId: number, after: number): Promise<Described[]> {
  const { rows } = await sql<Described>`
    select id, row ->> 'providerJobId' as "providerJobId", row ->> 'source' as source, (row -> 'workType')::integer as "workType",
      row ->> 'description' as description
    from job where customer_id = ${customerId} and not deleted and id > ${after} and row ->> 'status' = 'Open'
      and coalesce(row ->> 'description', '') <> ''
    order by id limit ${atOnce}`.execute(db);
  return rows;
}
