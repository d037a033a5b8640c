import { mayPost, type PostReason } from '#domain/posting/may-post.ts';
import { neededKinds } from '#domain/posting/needed-kinds.ts';
import type { DuePost, Loaded } from './post-rows.ts';

/** Why a job must not be sent to its target now, or null. The job's existing receipt at this target is ignored. */
export function whyNotSent(loaded: Loaded, due: DuePost): string | null {
  const { target, order, keptBy } = loaded;
  const against = reasonsOf(loaded, due);
  if (against.length > 0) return errorMessage(against);
  if (keptBy !== undefined) return keptBy;
  const gone = neededKinds(target).find((kind) => order.mapped[kind] === null);
  return gone ? `the ${gone} it is mapped to is not in the lists of ${target.name}; map it again.` : null;
}

/** Reasons that also prevent closing a job order. */
const alwaysCount: ReadonlySet<PostReason['code']> = new Set([
  'target_cannot_post',
  'target_disabled',
  'posting_off',
  'on_hold',
  'hidden',
]);

/** Why an existing job order must not be closed although its job is over, or null. */
export function whyNotClosed(loaded: Loaded, due: DuePost): string | null {
  const against = reasonsOf(loaded, due).filter(({ code }) => alwaysCount.has(code));
  return against.length > 0 ? errorMessage(against) : null;
}

function reasonsOf({ job, target, values, floor, flex = null, others: sameOrders }: Loaded, due: DuePost): readonly PostReason[] {
  const others = { ...job, posts: job.posts.filter((post) => post.targetId !== due.targetId) };
  const verdict = mayPost(others, target, values, {
    recreate: due.generation > 1,
    floor,
    flex,
    others: due.generation > 1 ? [] : sameOrders,
    queued: true,
  });
  return verdict.ok ? [] : verdict.reasons;
}

const errorMessage = (reasons: readonly PostReason[]): string => reasons.map(({ words }) => words).join(' ');
