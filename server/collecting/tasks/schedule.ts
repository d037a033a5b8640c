import { sql } from 'kysely';
import type { Logger } from 'pino';
import { createTurns, type Turns } from '#server/kit/lib/turns.ts';
import { type CollectorPorts, runTask } from './run-task.ts';

const pollMs = 5000;

/** Runs due tasks one after another; any number of processes may, each task goes to one of them. */
export const createCollectionSchedule = (ports: CollectorPorts, log: Logger): Turns =>
  createTurns({
    pollMs,
    log,
    failed: 'the collection schedule could not go on',
    async next() {
      const due = await claimDue(ports);
      if (!due) return 0;
      const outcome = await runTask(ports, due.customerId, due.taskId, 'schedule');
      if (!outcome.ok) log.warn({ task: due.taskId, kind: outcome.error.kind }, outcome.error.words);
      return 1;
    },
  });

/** Takes the task that has waited longest and sets its next run, so that nobody else takes it. */
async function claimDue({ db, now }: CollectorPorts): Promise<{ customerId: number; taskId: number } | null> {
  const { rows } = await sql<{ customerId: number; taskId: number }>`
    update task set next_run_at = ${now()}::timestamptz + make_interval(mins => (row ->> 'everyMinutes')::integer)
    where (customer_id, id) in (
      select customer_id, id from task
      where not deleted and next_run_at <= ${now()} and row ->> 'everyMinutes' is not null and not (row ->> 'disabled')::boolean
        and not (row ->> 'disabledByAdmin')::boolean and not (row ->> 'ignored')::boolean and (row ->> 'ready')::boolean
      order by next_run_at limit 1 for update skip locked
    ) returning customer_id as "customerId", id as "taskId"`.execute(db);
  return rows[0] ?? null;
}
