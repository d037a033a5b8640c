import { sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import { withFlag } from '#domain/jobs/flags.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';

/** Most jobs of one call, and of one transaction. */
const mostJobs = 500;
const atOnce = 50;

/** A submission that is counted for its job: it was neither refused nor withdrawn. */
const isLive = sql<boolean>`state not in ('refused', 'withdrawn')`;

/** A job with the number of its submissions (field 212) and the bit of `ChgMap` that says that it has any. */
const withSubmissions = (job: JobRow, submissions: number): JobRow => ({
  ...job,
  submissions,
  chgMap: withFlag(job.chgMap, 'submission', submissions > 0),
});

/**
 * Publishes the jobs whose submissions changed since they were counted, with their number. Returns how many jobs were looked at. It reads
 * only rows, so it may run again at any time, in any process: after a process that ended, nothing is missing.
 */
export async function publishJobSubmissions(db: Db): Promise<number> {
  const { rows } = await sql<{ customerId: number; jobId: number }>`
    select distinct customer_id as "customerId", job_id as "jobId" from submission
    where job_id > 0 and counted <> (${isLive}) order by customer_id, job_id limit ${mostJobs}`.execute(db);
  for (const customerId of new Set(rows.map((row) => row.customerId))) {
    const own = scopeTo(db, [customerId]);
    const jobs = rows.filter((row) => row.customerId === customerId).map(({ jobId }) => jobId);
    for (let at = 0; at < jobs.length; at += atOnce)
      await own.transaction().execute((tx) => countJobs(tx, customerId, jobs.slice(at, at + atOnce)));
  }
  return rows.length;
}

/** Counts the submissions of some jobs. The jobs are locked first, so that two processes count one after the other. */
async function countJobs(tx: Tx, customerId: number, jobIds: readonly number[]): Promise<void> {
  const { rows: jobs } = await sql<{ row: JobRow }>`select row from job
    where customer_id = ${customerId} and id = any(${jobIds}::bigint[]) and not deleted order by id for update`.execute(tx);
  await sql`update submission set counted = (${isLive})
    where customer_id = ${customerId} and job_id = any(${jobIds}::bigint[]) and counted <> (${isLive})`.execute(tx);
  const { rows: counts } = await sql<{ jobId: number; count: number }>`
    select job_id as "jobId", count(*) as count from submission
    where customer_id = ${customerId} and job_id = any(${jobIds}::bigint[]) and counted group by job_id`.execute(tx);
  const countOf = new Map(counts.map(({ jobId, count }) => [jobId, count]));
  const changed = jobs.flatMap(({ row }) => {
    const next = withSubmissions(row, countOf.get(row.id) ?? 0);
    return next.submissions === row.submissions && next.chgMap === row.chgMap ? [] : [{ collection: 'job' as const, row: next }];
  });
  if (changed.length > 0) await writeRows(tx, customerId, changed);
}
