import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type CollectorPorts, runTask } from './run-task.ts';

/** Runs due tasks one after another; any number of processes may run it, each task goes to one of them. */
export type CollectionSchedule = { start(): void; runDue(): Promise<number>; stop(): Promise<void> };

const pollMs = 5000;

export function createCollectionSchedule(ports: CollectorPorts, log: Logger): CollectionSchedule {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<unknown> | null = null;
  const stopping = new AbortController();

  async function runDue(): Promise<number> {
    let runs = 0;
    for (; !stopping.signal.aborted; runs++) {
      const due = await claimDue(ports);
      if (!due) break;
      const outcome = await runTask(ports, due.customerId, due.taskId, 'schedule');
      if (!outcome.ok) log.warn({ task: due.taskId, kind: outcome.error.kind }, outcome.error.words);
    }
    return runs;
  }

  function turn(): void {
    running ??= runDue()
      .catch((error: unknown) => log.error({ err: error }, 'the collection schedule could not go on'))
      .finally(() => {
        running = null;
      });
  }

  return {
    runDue,
    start() {
      timer = setInterval(turn, pollMs);
      turn();
    },
    async stop() {
      stopping.abort();
      if (timer) clearInterval(timer);
      await running;
    },
  };
}

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
