import type { JobRow, SameOrderChoice } from '#contract/rows/jobs.ts';
import { contradiction } from './compare-orders.ts';
import type { OrderFacts } from './order-facts.ts';
import { certainFrom, findSameOrders, type SameOrder } from './same-orders.ts';

/** What a check of a post needs of the other job. */
export type OtherJob = Pick<JobRow, 'id' | 'source' | 'providerJobId' | 'posts'>;

/** Another job of the same order with a person's decision, as the check of a post needs it. */
export type OtherOrder = Omit<SameOrder, 'otherId'> & {
  readonly job: OtherJob;
  readonly decision: SameOrderChoice['decision'] | null;
};

/** A person's choice that no longer counts, and why, in one sentence. */
export type LapsedChoice = { readonly name: string; readonly why: string };

/** Everything that a job has to do with other sources. */
export type OtherOrders = { readonly orders: readonly OtherOrder[]; readonly lapsed: readonly LapsedChoice[] };

export const noOtherOrders: OtherOrders = { orders: [], lapsed: [] };

/**
 * The same order at other sources, for one job, among `jobs`: every job of its facility and those that its choices name. `rowOf` gives the
 * whole row of another job.
 */
export function otherOrdersOf(
  job: OrderFacts,
  jobs: readonly OrderFacts[],
  rowOf: (id: number) => OtherJob | undefined,
): OtherOrders {
  return { orders: ordersOf(job, findSameOrders(jobs).get(job.id) ?? [], rowOf), lapsed: lapsedChoices(job, jobs) };
}

/** The found orders of one job with their rows and decisions. */
export const ordersOf = (
  job: Pick<OrderFacts, 'choices'>,
  found: readonly SameOrder[],
  rowOf: (id: number) => OtherJob | undefined,
): readonly OtherOrder[] =>
  found.flatMap(({ otherId, certainty, reasons }): OtherOrder[] => {
    const other = rowOf(otherId);
    const decision = job.choices.find(({ jobId }) => jobId === otherId)?.decision ?? null;
    return other ? [{ job: other, certainty, reasons, decision }] : [];
  });

/** The choices between this job and another that no longer count. */
export function lapsedChoices(job: OrderFacts, jobs: readonly OrderFacts[]): readonly LapsedChoice[] {
  return job.choices.flatMap(({ jobId, name, decision }): LapsedChoice[] => {
    if (decision === 'different') return [];
    const why = whyLapsed(
      job,
      jobs.find(({ id }) => id === jobId),
    );
    if (why === null) return [];
    const said = decision === 'post' ? `this job was chosen instead of ${name}` : `${name} was chosen instead of this job`;
    return [{ name, why: `The choice no longer counts (${said}): ${why}` }];
  });
}

function whyLapsed(job: OrderFacts, other: OrderFacts | undefined): string | null {
  if (!other?.isLive) return 'the order is no longer open there.';
  const field = contradiction(job, other);
  return field === null ? null : `the ${field} differs now.`;
}

/** Whether it is certain enough, or said by a person, that only one of the two may be posted. */
export const holdsBack = ({ certainty, decision }: Pick<OtherOrder, 'certainty' | 'decision'>): boolean =>
  decision === null ? certainty >= certainFrom : decision !== 'different';
