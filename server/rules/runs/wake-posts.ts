import { sql } from 'kysely';
import type { Tx } from '#server/kit/db/connection.ts';

/**
 * Makes waiting posts of jobs due now, and updates of jobs that are already in a target. Skips a post that another transaction
 * has locked: it becomes due later anyway.
 */
export async function wakePosts(tx: Tx, customerId: number, jobIds: readonly number[], now: Date): Promise<void> {
  if (jobIds.length === 0) return;
  await sql`
    update post set next_at = ${now} where (customer_id, target_id, job_id, generation) in (
      select customer_id, target_id, job_id, generation from post
      where customer_id = ${customerId} and job_id = any(${[...jobIds]}::bigint[]) and next_at > ${now}
        and (state = 'wanted' or (follow is not null and external_id is not null))
      for update skip locked
    )`.execute(tx);
}
