import { mayPost } from '#domain/posting/may-post.ts';
import type { DuePost, Loaded } from './post-rows.ts';

/** Why a job must not be sent to its target as it is now; null when it may. The job's own receipt there does not count. */
export function whyNotSent({ job, target, values, order, keptBy }: Loaded, due: DuePost): string | null {
  const others = { ...job, posts: job.posts.filter((post) => post.targetId !== due.targetId) };
  const verdict = mayPost(others, target, values, { recreate: due.generation > 1 });
  if (!verdict.ok) return verdict.reasons.map((reason) => reason.words).join(' ');
  if (keptBy !== undefined) return keptBy;
  const gone = target.maps.find((kind) => order.mapped[kind] === null);
  return gone ? `the ${gone} it is mapped to no longer stands in ${target.name}; map it again.` : null;
}
