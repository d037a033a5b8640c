import { sql } from 'kysely';
import type { Tx } from '#server/kit/db/connection.ts';

/** How a status was learned. `event`: the answer of the call that submitted. */
export type LearnedBy = 'webhook' | 'schedule' | 'person' | 'event';
export type LearnedStatus = { readonly status: string; readonly at: string; readonly how: LearnedBy };

/** Statuses by which a destination says that the submission was taken back. */
const withdrawn = /^withdr(?:awn|ew)$/i;

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
  const { rows } = await sql<{ current: string; currentAt: string | null }>`
    select status as current, status_at as "currentAt" from submission
    where customer_id = ${customerId} and id = ${id} for update`.execute(tx);
  const [row] = rows;
  if (!row) return false;
  const isLater = row.currentAt === null || new Date(at) >= new Date(row.currentAt);
  if (!isLater && row.current !== '') return false;
  if (row.current === status) return false;
  await sql`insert into submission_status (customer_id, submission_id, status, at, learned_at, how)
    values (${customerId}, ${id}, ${status}, ${at}, ${now}, ${how})`.execute(tx);
  const state = withdrawn.test(status) ? sql`, state = 'withdrawn'` : sql``;
  await sql`update submission set status = ${status}, status_at = ${at} ${state}
    where customer_id = ${customerId} and id = ${id}`.execute(tx);
  return true;
}
