import { pino } from 'pino';
import type { Db } from '#server/kit/db/connection.ts';
import type { JobHandler } from '#server/kit/queue/job-handler.ts';
import { createWorker } from '#server/kit/queue/worker.ts';

/** Runs everything that is due for these handlers, as a service process would. Returns the number of jobs run. */
export async function runJobs(db: Db, handlers: readonly JobHandler[]): Promise<number> {
  const worker = createWorker(db, pino({ level: 'silent' }), handlers);
  try {
    return await worker.runOnce();
  } finally {
    await worker.stop();
  }
}
