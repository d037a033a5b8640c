import type { CommandArgs } from '#contract/commands/commands.ts';
import type { JobRow } from '#contract/rows/jobs.ts';

type Pairs = CommandArgs<'job.sameOrder.v1'>['pairs'];
type Named = Pick<JobRow, 'id' | 'sourceId'>;

/** The change that posts one of the jobs, and none of the others. Jobs of one source are not the same order. */
export const choosing = (chosen: Named, jobs: readonly Named[]): Pairs =>
  jobs
    .filter(({ id, sourceId }) => id !== chosen.id && sourceId !== chosen.sourceId)
    .map(({ id }) => ({ id: chosen.id, otherId: id, decision: 'post' }));

/** The change that says of a job that the others are orders of their own. */
export const separating = (job: Named, others: readonly Named[]): Pairs =>
  others.map(({ id }) => ({ id: job.id, otherId: id, decision: 'different' }));
