import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Db, urlOf } from '../db/connection.ts';
import { during } from '../work/work-id.ts';
import { type Boss, type Job, openBoss } from './boss.ts';
import { type JobHandler, PermanentFault } from './job-handler.ts';

const pollMs = 500;
const dueMs = 2000;

/** Runs jobs. Any number of processes may have a worker, because each job goes to one of them. */
export type Worker = {
  /** Polls until `stop`, and sends jobs whose schedules are due. */
  start(): Promise<void>;
  /** Runs all due jobs one after another and returns how many pieces of work they did. */
  runOnce(): Promise<number>;
  /** Takes no more jobs and waits for the running ones, which return soon. */
  stop(): Promise<void>;
};

export function createWorker(db: Db, log: Logger, handlers: readonly JobHandler[]): Worker {
  const boss = openBoss(urlOf(db), log);
  const stopping = new AbortController();
  const underWay = new Map<string, Set<Promise<unknown>>>(handlers.map(({ queue }) => [queue.name, new Set()]));
  const timers: NodeJS.Timeout[] = [];
  const lookForJobs = oneAtATime(startJobs, stopping.signal, log);
  const lookForDue = oneAtATime(sendDue, stopping.signal, log);

  /** Starts as many due jobs as this process has room for. */
  async function startJobs(): Promise<void> {
    const waiting = await queuesWithJobs(db);
    for (const handler of handlers.filter(({ queue }) => waiting.has(queue.name))) {
      const running = underWay.get(handler.queue.name) ?? new Set();
      const room = handler.atOnce - running.size;
      const jobs = room > 0 && !stopping.signal.aborted ? await boss.fetch(handler.queue, room) : [];
      for (const job of jobs) {
        const done = during({ jobId: job.id }, () => carryOut(boss, handler, job, stopping.signal, log)).finally(() => {
          running.delete(done);
          void lookForJobs();
        });
        running.add(done);
      }
    }
  }

  async function sendDue(): Promise<void> {
    for (const handler of handlers) await handler.sendDue?.(db);
  }

  return {
    async start() {
      await boss.start(handlers);
      for (const handler of handlers) await handler.onStart?.();
      timers.push(
        setInterval(() => void lookForJobs(), pollMs),
        setInterval(() => void lookForDue(), dueMs),
      );
      void lookForDue().then(lookForJobs);
    },
    async runOnce() {
      await sendDue();
      let done = 0;
      for (const handler of handlers) {
        for (let [job] = await boss.fetch(handler.queue, 1); job; [job] = await boss.fetch(handler.queue, 1))
          done += await during({ jobId: job.id }, () => carryOut(boss, handler, job, stopping.signal, log));
      }
      return done;
    },
    async stop() {
      stopping.abort();
      for (const timer of timers) clearInterval(timer);
      await Promise.all([lookForJobs(), lookForDue()]);
      await Promise.all([...underWay.values()].flatMap((running) => [...running]));
      await boss.stop();
    },
  };
}

/** Runs a job and settles it. Never throws: a job that could not be settled is retried when it expires. */
async function carryOut(boss: Boss, handler: JobHandler, job: Job, stopping: AbortSignal, log: Logger): Promise<number> {
  try {
    const count = await handler.carryOut(job.data, stopping);
    await boss.complete(job);
    return count;
  } catch (error) {
    log.error({ err: error, job: job.name, ids: job.data }, 'a job failed');
    const settled = error instanceof PermanentFault ? boss.failForGood(job, error) : boss.fail(job, error);
    await settled.catch((fault: unknown) => log.error({ err: fault, job: job.name }, 'a job could not be settled'));
    return 1;
  }
}

/** Runs `look` once at a time. A call during a run makes it run once more after that. Never runs after `stopping`. */
function oneAtATime(look: () => Promise<void>, stopping: AbortSignal, log: Logger): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  async function looks(): Promise<void> {
    for (again = true; again && !stopping.aborted; ) {
      again = false;
      await look();
    }
  }
  return () => {
    again = true;
    running ??= looks()
      .catch((error: unknown) => log.error({ err: error }, 'jobs could not be looked for'))
      .finally(() => {
        running = null;
      });
    return running;
  };
}

/** Names of the queues with a due job: one statement per poll, however many queues there are. */
async function queuesWithJobs(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.queue q where exists (
      select 1 from pgboss.job j where j.name = q.name and j.state < 'active' and j.start_after < now())`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
