import { sql } from 'kysely';
import type * as z from 'zod';
import type { SubmissionListState } from '#contract/submissions/lists.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** The lists that a target has, with the number of their entries and their last reading. */
export async function listStatesOf(
  db: Db | Tx,
  customerId: number,
  targetId: number,
): Promise<z.infer<typeof SubmissionListState>[]> {
  const { rows } = await sql<z.infer<typeof SubmissionListState>>`
    select kind, object_id as "objectId", coalesce(e.entries, 0) as entries, l.read_at as "readAt", coalesce(l.by_file, false) as "isFromFile"
    from (
      select kind, object_id, count(*)::int as entries from submission_entry
      where customer_id = ${customerId} and target_id = ${targetId} and not removed group by kind, object_id) e
    full join (
      select kind, object_id, read_at, by_file from submission_list where customer_id = ${customerId} and target_id = ${targetId}) l
      using (kind, object_id)
    order by array_position(array['degree', 'specialty', 'document', 'dictionary'], kind), object_id`.execute(db);
  return rows;
}
