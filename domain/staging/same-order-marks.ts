import type { OrderFacts } from '../same-order/order-facts.ts';
import { holdsBack } from '../same-order/other-orders.ts';
import { decisionOn, type SameOrder } from '../same-order/same-orders.ts';
import { type SameOrderState, sameOrderIn } from './job-conditions.ts';

/** What lists show of a job whose order also came from another source: the other sources, and its state for each target. */
export type SameOrderMark = { readonly alsoFrom: string; readonly sameOrderState: string };

/**
 * The marks of all jobs whose order came from two sources, by job. `found` are the same orders among `facts`; `postsOf` gives the posts
 * of a job as `postMarks` writes them.
 */
export function sameOrderMarks(
  facts: ReadonlyMap<number, OrderFacts>,
  found: ReadonlyMap<number, readonly SameOrder[]>,
  postsOf: (jobId: number) => unknown,
  targetIds: readonly number[],
): ReadonlyMap<number, SameOrderMark> {
  const marks = new Map<number, SameOrderMark>();
  for (const [id, orders] of found) {
    const job = facts.get(id);
    const others = job ? orders.filter((order) => holdsBack({ ...order, decision: decisionOn(job, { id: order.otherId }) })) : [];
    if (!job || others.length === 0) continue;
    const sources = new Set(others.map(({ otherId }) => facts.get(otherId)?.source ?? ''));
    const states = targetIds.map((targetId) =>
      sameOrderIn(
        targetId,
        stateOf(job, others, (jobId) => isAt(targetId, postsOf(jobId))),
      ),
    );
    marks.set(id, { alsoFrom: [...sources].sort().join(', '), sameOrderState: states.join('') });
  }
  return marks;
}

const atTarget = ['wanted', 'sending', 'unknown', 'human', 'done', 'failed+'] as const;

/** Whether a target has a job, or is about to get it, by the marks of the job's posts. */
const isAt = (targetId: number, marks: unknown): boolean =>
  typeof marks === 'string' && atTarget.some((state) => marks.includes(`[${targetId}:${state}`));

function stateOf(job: OrderFacts, others: readonly SameOrder[], isThere: (jobId: number) => boolean): SameOrderState {
  if (isThere(job.id)) return 'chosen';
  if (others.some(({ otherId }) => isThere(otherId))) return 'posted';
  const decisions = others.map(({ otherId }) => decisionOn(job, { id: otherId }));
  if (decisions.includes('leave')) return 'left';
  return decisions.includes(null) ? 'choose' : 'chosen';
}
