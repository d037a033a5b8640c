import { sql } from 'kysely';
import { isWithdrawn } from '#domain/submissions/words.ts';
import type { Tx } from '#server/kit/db/connection.ts';

/** How a status was learned. `event`: the answer of the call that submitted. */
export type LearnedBy = 'webhook' | 'schedule' | 'person' | 'event';
export type LearnedStatus = { readonly status: string; readonly at: string; readonly how: LearnedBy };

/** What is known of a submission's status. `currentAt`: null if the destination gave no time. */
type KnownStatus = { readonly current: string; readonly currentAt: string | null };

/** Whether a report says something new: another status that is not older than the known one. Reports may come late or twice. */
export function isNews({ current, currentAt }: KnownStatus, { status, at }: Pick<LearnedStatus, 'status' | 'at'>): boolean {
  const isLater = currentAt === null || new Date(at) >= new Date(currentAt);
  return (isLater || current === '') && current !== status;
}

/**
 * Adds a status to a submission's history, and makes it the current one if no later one is known: reports may come late or twice. Returns
 * whether anything changed. `at` is a UTC ISO instant of the destination.
 */
export async function addStatus(
  tx: Tx,
  { customerId, id }: { readonly customerId: number; readonly id: number },
  { status, at, how }: LearnedStatus,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<KnownStatus>`
    select status as current, status_at as "currentAt" from submission
    where customer_id = ${customerId} and id = ${id} for update`.execute(tx);
  const [row] = rows;
  if (!row || !isNews(row, { status, at })) return false;
  await sql`insert into submission_status (customer_id, submission_id, status, at, learned_at, how)
    values (${customerId}, ${id}, ${status}, ${at}, ${now}, ${how})`.execute(tx);
  const state = isWithdrawn(status) ? sql`, state = 'withdrawn'` : sql``;
  await sql`update submission set status = ${status}, status_at = ${at} ${state}
    where customer_id = ${customerId} and id = ${id}`.execute(tx);
  return true;
}
