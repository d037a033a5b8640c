import { sql } from 'kysely';
import { type ParentLink, parentProblem, refusedParents } from '#domain/staging/children.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { ReadJob, RefusedRow } from '#server/parsing/collect-records.ts';
import type { StagePlace } from './collected-of.ts';

/**
 * Collected jobs without the parent orders that they cannot have: their own, one that leads back to them, or one too deep. `warned` are
 * those jobs, each with the reason and the remedy.
 */
export async function withSoundParents(
  db: Db,
  place: Pick<StagePlace, 'customerId' | 'sourceId'>,
  jobs: readonly ReadJob[],
): Promise<{ readonly jobs: readonly ReadJob[]; readonly warned: readonly RefusedRow[] }> {
  // Most feeds have no parent orders, and a job without one makes no chain longer.
  if (!jobs.some(({ parentJobId }) => parentJobId !== null)) return { jobs, warned: [] };
  const refused = refusedParents(jobs, await knownParents(db, place));
  if (refused.length === 0) return { jobs, warned: [] };
  const problems = new Map(refused.map((refusal) => [refusal.providerJobId, parentProblem(refusal)]));
  return {
    jobs: jobs.map((job) => (problems.has(job.providerJobId) ? { ...job, parentJobId: null } : job)),
    warned: jobs.flatMap(({ record, providerJobId }): RefusedRow[] => {
      const problem = problems.get(providerJobId);
      return problem ? [{ row: record, providerJobId, problems: [{ ...problem, column: '' }] }] : [];
    }),
  };
}

/** The jobs of a source that have a parent order. */
async function knownParents(
  db: Db,
  { customerId, sourceId }: Pick<StagePlace, 'customerId' | 'sourceId'>,
): Promise<ParentLink[]> {
  const { rows } = await sql<ParentLink>`
    select provider_job_id as "providerJobId", row ->> 'parentJobId' as "parentJobId" from job
    where customer_id = ${customerId} and source_id = ${sourceId} and row ->> 'parentJobId' is not null and not deleted`.execute(
    db,
  );
  return rows;
}
