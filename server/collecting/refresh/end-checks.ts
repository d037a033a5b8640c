import { sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Db } from '#server/kit/db/connection.ts';

/** Most jobs in one transaction; the others follow at the next look. */
const portion = 500;

/**
 * Ends the mark “Checking” of jobs that no run asks their vendor about any more. It looks at runs, however they ended, so that no mark
 * stays after a stop, a fault or a kill.
 */
export async function endChecks(db: Db): Promise<void> {
  const waiting = sql`(j.row -> 'checking') = 'true'::jsonb and not exists (
    select from run r where r.customer_id = j.customer_id and r.kind = 'refresh' and r.state in ('queued', 'running')
      and r.work -> 'jobIds' @> to_jsonb(j.id))`;
  const { rows: customers } = await sql<{ id: number }>`
    select distinct j.customer_id as id from job j where ${waiting}`.execute(db);
  for (const { id } of customers)
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ row: JobRow }>`
        select j.row from job j where j.customer_id = ${id} and not j.deleted and ${waiting} order by j.id limit ${portion} for update`.execute(
        tx,
      );
      await writeRows(
        tx,
        id,
        rows.map(({ row }) => ({ collection: 'job', row: { ...row, checking: false } })),
      );
    });
}
