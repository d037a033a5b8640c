import pg from 'pg';
import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import type { JobHandler } from './job-handler.ts';
import { type Ids, jobOptions, type Queue } from './queue.ts';

/** Connections outside the service's own pool: one for jobs, one for the maintenance of pg-boss. */
const connections = 2;
const failedDays = 14;

/** A job that this process has taken. */
export type Job = { readonly id: string; readonly name: string; readonly data: Ids };

/**
 * Runs pg-boss on its own pool. Its maintenance opens transactions inside one statement text; if that fails, the connection stays
 * in an aborted transaction. `pool.query` discards that connection; the service's own pool would give it to a request.
 */
export function openBoss(url: string, log: Logger) {
  const pool = new pg.Pool({ connectionString: url, max: connections, application_name: 'jobdock queue' });
  pool.on('error', () => undefined);
  const db: PgBoss.Db = { executeSql: (text, values) => pool.query(text, values) };
  let started = false;
  const boss = new PgBoss({
    schema: 'pgboss',
    migrate: false,
    maintenanceIntervalSeconds: 60,
    archiveCompletedAfterSeconds: 3600,
    archiveFailedAfterSeconds: failedDays * 86_400,
    db: {
      async executeSql(text, values) {
        try {
          return await pool.query(text, values);
        } catch (error) {
          // pg-boss does not await everything that its timers start: a rejection there would end the process.
          if (!started) throw error;
          log.error({ err: error }, 'the queue could not do its upkeep');
          return undefined as unknown as { rows: never[] };
        }
      },
    },
  });
  boss.on('error', (error) => log.error({ err: error }, 'the queue could not do its upkeep'));

  return {
    /** Starts maintenance and schedules. */
    async start(handlers: readonly JobHandler[]): Promise<void> {
      // Before the start, so that its first check includes them.
      for (const { queue, schedule } of handlers)
        if (schedule) await boss.schedule(queue.name, schedule.cron, {}, { ...jobOptions(queue), tz: schedule.zone });
      await boss.start();
      started = true;
    },
    /** Takes up to `count` due jobs. None while the database is unavailable. */
    fetch: (queue: Queue<Ids>, count: number): Promise<Job[]> => boss.fetch<Ids>(queue.name, { batchSize: count, db }),
    complete: (job: Job): Promise<void> => boss.complete(job.name, job.id, { db }),
    /** Retries a job after its wait. After the last try it has failed. */
    fail: (job: Job, error: unknown): Promise<void> => boss.fail(job.name, job.id, { message: messageOf(error) }, { db }),
    /** Fails a job without another try. */
    async failForGood(job: Job, error: unknown): Promise<void> {
      await pool.query('update pgboss.job set retry_limit = retry_count where name = $1 and id = $2', [job.name, job.id]);
      await boss.fail(job.name, job.id, { message: messageOf(error) }, { db });
    },
    async stop(): Promise<void> {
      await boss.stop({ graceful: false });
      await pool.end();
    },
  };
}

export type Boss = ReturnType<typeof openBoss>;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
