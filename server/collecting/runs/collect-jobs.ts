import { sql } from 'kysely';
import { isAtWork } from '#server/kit/db/at-work.ts';
import { serviceValueOf } from '#server/kit/db/service-items.ts';
import type { Services } from '#server/kit/http/handle.ts';
import type { JobHandler } from '#server/kit/queue/job-handler.ts';
import { runHandler } from '#server/runs/carry-out.ts';
import { collectorPorts } from './collector-ports.ts';
import { type CollectorPorts, collectRuns, collectTask, startCollection } from './run-task.ts';

/** Collections of due tasks. Each collection is a run. */
export function collectJobs(services: Services, ports: CollectorPorts = collectorPorts(services)): JobHandler[] {
  const runs = runHandler(services, collectRuns, collectTask(ports));
  return [
    {
      ...runs,
      async sendDue(db) {
        await startDueTasks(ports);
        await runs.sendDue?.(db);
      },
    },
  ];
}

/** Tasks started per check. */
const atMost = 50;

/** Queues a collection of each due task and sets its next run, in one transaction, so that several processes can check. */
async function startDueTasks({ db, now }: Pick<CollectorPorts, 'db' | 'now'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ customerId: number; taskId: number; name: string; feed: string }>`
      update task set next_run_at = ${now()}::timestamptz + make_interval(mins => greatest((row ->> 'everyMinutes')::integer,
        ${serviceValueOf('collection.minimumMinutes', sql`customer_id`)}))
      where (customer_id, id) in (
        select customer_id, id from task t
        where not deleted and next_run_at <= ${now()} and row ->> 'everyMinutes' is not null and not (row ->> 'disabled')::boolean
          and not (row ->> 'disabledByAdmin')::boolean and not (row ->> 'ignored')::boolean and (row ->> 'ready')::boolean
          and ${isAtWork('t.customer_id')}
          -- One that still runs is due again when it ends.
          and not exists (select 1 from run r where r.customer_id = t.customer_id and r.kind = ${collectRuns.name}
            and r.key = t.id::text and r.state in ('queued', 'running'))
        order by next_run_at limit ${atMost} for update skip locked
      ) returning customer_id as "customerId", id as "taskId", row ->> 'name' as name, coalesce(settings ->> 'feed', '') as feed`.execute(
      tx,
    );
    for (const task of rows) await startCollection(tx, { ...task, how: 'schedule', acceptSilence: false, now: now() });
  });
}
