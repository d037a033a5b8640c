import { type RawBuilder, sql } from 'kysely';
import type { RowWrite } from '#domain/commands/kit/command.ts';
import type { Sent } from '#server/commands/decide.ts';
import type { Changed, Completed } from '#server/commands/effects.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { buildPostRequests, type Wanted } from './build-post-requests.ts';
import { holdOtherSources } from './same-orders/hold-other-source.ts';

type Known = { job_id: number; target_id: number; generation: number };

/** Adds a row to the posting queue for each receipt that a command set to `wanted`, in the same transaction [S8.3]. */
export const queuePosts = (tx: Tx, sent: Sent, _args: unknown, changed: Changed): Promise<Completed> =>
  enqueuePosts(tx, { ...sent, askedBy: sent.actor.userId }, changed, 'same');

/** Does the same for posts of the same or the next generation. No one asks for what a setting of the customer posts by itself. */
export async function enqueuePosts(
  tx: Tx,
  { askedBy, customerId, now }: Pick<Sent, 'customerId' | 'now'> & { readonly askedBy: number | null },
  { writes, before }: Changed,
  generation: 'same' | 'next',
): Promise<Completed> {
  // A job that is created again is in the ATS already.
  const allowed = generation === 'next' ? writes : await holdOtherSources(tx, customerId, writes, before);
  const postRequests = buildPostRequests(customerId, allowed, before, await generationsOf(tx, customerId, allowed), generation);
  return {
    writes: postRequests.writes,
    statements: postRequests.wanted.length > 0 ? [postRows(customerId, askedBy, now, postRequests.wanted)] : [],
  };
}

/** Highest generation of each job and target so far. */
async function generationsOf(tx: Tx, customerId: number, writes: readonly RowWrite[]): Promise<ReadonlyMap<string, number>> {
  const ids = writes.flatMap((write) => (write.collection === 'job' ? [write.row.id] : []));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Known>`
    select job_id, target_id, max(generation) as generation from post
    where customer_id = ${customerId} and job_id = any(${ids}::bigint[]) group by job_id, target_id`.execute(tx);
  return new Map(rows.map((row) => [`${row.job_id}/${row.target_id}`, row.generation]));
}

/**
 * Inserts requested posts. A failed post that is requested again keeps its lease and wait time: an earlier update may still be in
 * progress or in transit, and must arrive before the next call is sent.
 */
function postRows(customerId: number, askedBy: number | null, now: Date, wanted: readonly Wanted[]): RawBuilder<unknown> {
  return sql`insert into post (customer_id, target_id, job_id, generation, reference, state, asked_by, next_at, created_at, updated_at)
    select ${customerId}, w.target_id, w.job_id, w.generation, w.reference, 'wanted', ${askedBy}::integer, ${now}, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as w(job_id bigint, target_id integer, generation integer, reference text)
    on conflict (customer_id, target_id, job_id, generation) do update
      set state = 'wanted', words = null, lookups = 0, fence = post.fence + 1, asked_by = excluded.asked_by,
        next_at = greatest(post.next_at, excluded.next_at), updated_at = excluded.updated_at
      where post.state in ('failed', 'dryRun')`;
}
