import type { CommandArgs } from '#contract/commands/commands.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { holdsBack, type OtherOrder } from '#domain/same-order/other-orders.ts';

type Pairs = CommandArgs<'job.sameOrder.v1'>['pairs'];
type Named = Pick<JobRow, 'id' | 'sourceId'>;

/**
 * The jobs that a choice decides about: the job, its certain counterparts, and the chosen one. What only may be the same order stays as it
 * is, unless nothing is certain: then a person chooses among all.
 */
export function decidedJobs<J extends Named>(
  job: J,
  orders: readonly (Pick<OtherOrder, 'certainty' | 'decision'> & { readonly job: J })[],
  chosen: J,
): readonly J[] {
  const certain = orders.filter(holdsBack);
  const others = (certain.length > 0 ? certain : orders).map((order) => order.job);
  return [job, ...others, chosen].filter((each, at, all) => all.findIndex(({ id }) => id === each.id) === at);
}

/** The change that posts one of the jobs, and none of the others. Jobs of one source are not the same order. */
export const choosing = (chosen: Named, jobs: readonly Named[]): Pairs =>
  jobs
    .filter(({ id, sourceId }) => id !== chosen.id && sourceId !== chosen.sourceId)
    .map(({ id }) => ({ id: chosen.id, otherId: id, decision: 'post' }));

/** The change that marks the others as orders of their own. */
export const separating = (job: Named, others: readonly Named[]): Pairs =>
  others.map(({ id }) => ({ id: job.id, otherId: id, decision: 'different' }));
