import { sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import { againAfterRace } from '#server/commands/failures.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { defineQueue, sendJob } from '#server/kit/queue/queue.ts';

const endQueue = defineQueue<{ customerId: number }>('end-checks', { tries: 3, keepHours: 1 });

/** Jobs in one transaction. */
const portion = 500;

/**
 * Ends the mark “Checking” of jobs that no run asks their vendor about any more. It looks at runs, however they ended, so that no mark
 * stays after a stop, a fault or a kill.
 */
export const endCheckJobs = ({ db }: Pick<Services, 'db'>): JobHandler =>
  handleJobs(endQueue, {
    atOnce: 1,
    async carryOut({ customerId }, stopping) {
      const own = scopeTo(db, [customerId]);
      let ended = 0;
      for (let last = portion; last === portion && !stopping.aborted; ended += last)
        last = await againAfterRace(() => own.transaction().execute((tx) => endPortion(tx, customerId)));
      return ended;
    },
    sendDue,
  });

/** A job `j` that is marked, and that no run is to ask about. */
const isOver = sql`not j.deleted and (j.row -> 'checking') = 'true'::jsonb and not exists (
  select from run r where r.customer_id = j.customer_id and r.kind = 'refresh' and r.state in ('queued', 'running')
    and r.work -> 'jobIds' @> to_jsonb(j.id))`;

async function sendDue(db: Db): Promise<void> {
  const { rows } = await sql<{ customerId: number }>`
    select distinct j.customer_id as "customerId" from job j where ${isOver}`.execute(db);
  for (const { customerId } of rows) await sendJob(db, endQueue, { customerId });
}

async function endPortion(tx: Tx, customerId: number): Promise<number> {
  const { rows } = await sql<{ row: JobRow }>`
    select j.row from job j where j.customer_id = ${customerId} and ${isOver} order by j.id limit ${portion} for update`.execute(
    tx,
  );
  const jobs = rows.map(({ row }) => ({ collection: 'job', row: { ...row, checking: false } }) as const);
  if (jobs.length > 0) await writeRows(tx, customerId, jobs);
  return jobs.length;
}
