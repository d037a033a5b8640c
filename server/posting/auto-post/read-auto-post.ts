import { sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { SourceRow, TargetRow } from '#contract/rows/rows.ts';
import { autoPostOf } from '#domain/posting/posting-plan.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Judge } from '../planned/read-plan.ts';

/** The targets that the jobs of a source are posted to by themselves. */
export const autoPostTargets = ({ autoPost, autoPostTo }: SourceRow): readonly number[] => (autoPost && autoPostTo) || [];

/** Decides which of these jobs are posted to the target by themselves. Reads the queue: a job is posted so at most once. */
export async function judgeAutoPost(db: Db | Tx, customerId: number, target: TargetRow, jobs: readonly JobRow[]): Promise<Judge> {
  const ids = jobs.map(({ id }) => id);
  const { rows } = await sql<{ id: number }>`
    select distinct job_id as id from post
    where customer_id = ${customerId} and target_id = ${target.id} and job_id = any(${ids}::bigint[])`.execute(db);
  const asked = new Set(rows.map(({ id }) => id));
  return (job, grounds) => autoPostOf(job, target, grounds, asked.has(job.id));
}
