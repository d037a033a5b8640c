import type { Db } from '../db/connection.ts';
import type { Ids, Queue } from './queue.ts';

/** An error that a retry cannot fix, such as a mail address that the server does not know. The job fails at once. */
export class PermanentFault extends Error {}

/** Carries out the jobs of one queue. An area exports its handlers; `background.ts` collects them. */
export type JobHandler = {
  readonly queue: Queue<Ids>;
  /** Most jobs of this queue that one process runs at once. */
  readonly atOnce: number;
  /**
   * Carries out one job and returns how many pieces of work it did, 0 if nothing was left to do. After a throw the job is
   * retried, unless it is a `PermanentFault`. When `stopping` is aborted, it must return soon.
   */
  readonly carryOut: (ids: Ids, stopping: AbortSignal) => Promise<number>;
  /** Sends jobs for rows that are due. Every process calls it every two seconds. */
  readonly sendDue?: (db: Db) => Promise<void>;
  /** Runs once when a process starts. */
  readonly onStart?: () => Promise<void>;
  /** Sends a job without ids on a schedule: a cron line of five fields in a time zone such as `America/New_York`. */
  readonly schedule?: { readonly cron: string; readonly zone: string };
};

/** Declares a handler whose ids have the type of its queue. */
export const handleJobs = <P extends Ids>(
  queue: Queue<P>,
  handler: Omit<JobHandler, 'queue' | 'carryOut'> & { carryOut: (ids: P, stopping: AbortSignal) => Promise<number> },
): JobHandler => ({ ...handler, queue, carryOut: (ids, stopping) => handler.carryOut(ids as P, stopping) });
