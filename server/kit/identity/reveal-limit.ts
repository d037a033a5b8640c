import { sql } from 'kysely';
import type { Tx } from '#server/kit/db/connection.ts';

const mostAnHour = 10;
const hourMs = 3_600_000;

/**
 * Counts a password that a person reveals, in the customers of all tasks together. Returns the seconds to wait if they revealed as many
 * as one hour allows. A refusal rolls the count back, so that waiting is enough.
 */
export async function countReveal(tx: Tx, userId: number, now: Date): Promise<number | null> {
  const began = new Date(now.getTime() - hourMs);
  const { rows } = await sql<{ failures: number; began: string }>`
    insert into sign_in_attempt as a (key, failures, window_started_at) values (${`reveal ${userId}`}, 1, ${now})
    on conflict (key) do update set
      failures = case when a.window_started_at <= ${began} then 1 else a.failures + 1 end,
      window_started_at = case when a.window_started_at <= ${began} then excluded.window_started_at else a.window_started_at end
    returning failures, window_started_at as began`.execute(tx);
  const row = rows[0];
  if (!row || row.failures <= mostAnHour) return null;
  return Math.max(1, Math.ceil((Date.parse(row.began) + hourMs - now.getTime()) / 1000));
}
