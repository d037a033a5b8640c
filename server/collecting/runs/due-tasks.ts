import { sql } from 'kysely';
import type { TaskRow } from '#contract/rows/rows.ts';
import { isAtWork } from '#server/kit/db/at-work.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import type { JobHandler } from '#server/kit/queue/job-handler.ts';
import { runHandler } from '#server/runs/carry-out.ts';
import { type CollectPorts, collectPorts } from './collect-ports.ts';
import { collectRuns, startCollection } from './collect-run.ts';
import { collectTask } from './collect-task.ts';

/** Collections of due tasks. Each collection is a run. */
export function collectJobs(services: Services, ports: CollectPorts = collectPorts(services)): JobHandler[] {
  const runs = runHandler(services, collectRuns, collectTask(ports));
  return [
    {
      ...runs,
      async sendDue(db) {
        await startDueTasks(ports);
        await startWaitingMails(ports);
        await runs.sendDue?.(db);
      },
    },
  ];
}

/** Tasks started per check. */
const atMost = 50;
/** Minutes until a task is looked at again whose host is closed, or whose run never came to its end. */
const againMinutes = 1;

type Due = { readonly customerId: number; readonly taskId: number; readonly row: TaskRow; readonly feed: string };

/**
 * Queues a collection of each due task, in one transaction, so that several processes can check. Each customer gets its turn: the task
 * that waits longest of each first. A task that missed runs while the service was down runs once.
 */
async function startDueTasks({ db, now }: { readonly db: Db; readonly now: () => Date }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<Due>`
      with due as (
        select t.customer_id, t.id, t.next_run_at,
          row_number() over (partition by t.customer_id order by t.next_run_at, t.id) as turn
        from task t
        where not t.deleted and t.next_run_at <= ${now()} and not (t.row ->> 'disabled')::boolean
          and not (t.row ->> 'disabledByAdmin')::boolean and not (t.row ->> 'ignored')::boolean and (t.row ->> 'ready')::boolean
          and ${isAtWork('t.customer_id')}
          -- One that still runs is due again when it ends.
          and not exists (select 1 from run r where r.customer_id = t.customer_id and r.kind = ${collectRuns.name}
            and r.key = t.id::text and r.state in ('queued', 'running'))
          and not exists (select 1 from vendor_host h where h.customer_id = t.customer_id and h.open_until > ${now()}
            and h.host = substring(t.settings ->> 'feed' from '^https?://([^/]+)'))
      ), chosen as (
        select t.customer_id, t.id from task t join due d on d.customer_id = t.customer_id and d.id = t.id
        order by d.turn, d.next_run_at limit ${atMost} for update of t skip locked
      )
      update task t set next_run_at = ${now()}::timestamptz + make_interval(mins => ${againMinutes}) from chosen c
      where t.customer_id = c.customer_id and t.id = c.id
      returning t.customer_id as "customerId", t.id as "taskId", t.row, coalesce(t.settings ->> 'feed', '') as feed`.execute(tx);
    for (const { customerId, taskId, row, feed } of rows)
      await startCollection(tx, { customerId, taskId, name: row.name, feed, how: 'schedule', now: now() });
  });
}

/**
 * Queues a run of each task with emails that wait: those that came while a run was ending, while the task was disabled, or whose check
 * of the sender is due again. An email that comes usually starts a run itself.
 */
async function startWaitingMails({ db, now }: { readonly db: Db; readonly now: () => Date }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<Pick<Due, 'customerId' | 'taskId' | 'row'>>`
      select t.customer_id as "customerId", t.id as "taskId", t.row from task t
      where not t.deleted and not (t.row ->> 'disabled')::boolean and not (t.row ->> 'disabledByAdmin')::boolean
        and not (t.row ->> 'ignored')::boolean and (t.row ->> 'ready')::boolean and ${isAtWork('t.customer_id')}
        and (t.customer_id, t.id) in (
          select customer_id, task_id from received_mail where state = 'waiting' and due_at <= ${now()})
        and not exists (select 1 from run r where r.customer_id = t.customer_id and r.kind = ${collectRuns.name}
          and r.key = t.id::text and r.state in ('queued', 'running'))
      order by t.customer_id, t.id limit ${atMost}`.execute(tx);
    for (const { customerId, taskId, row } of rows)
      await startCollection(tx, { customerId, taskId, name: row.name, feed: '', how: 'schedule', now: now() });
  });
}
