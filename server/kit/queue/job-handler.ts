import type { Db } from '../db/connection.ts';
import type { Ids, Queue } from './queue.ts';

/** A fault that no further try can cure, such as an address that the mail server does not know: the job fails at once. */
export class PermanentFault extends Error {}

/** Carries the jobs of one queue out. An area exports its handlers; `background.ts` gathers them. */
export type JobHandler = {
  readonly queue: Queue<Ids>;
  /** Jobs of this queue that one process carries out side by side. */
  readonly atOnce: number;
  /**
   * Carries one job out and answers how many pieces of work it did, 0 where nothing was left to do. A throw is a fault: the job is
   * tried again, unless it is a `PermanentFault`. With `stopping` aborted it gives way soon.
   */
  readonly carryOut: (ids: Ids, stopping: AbortSignal) => Promise<number>;
  /** Sends jobs for whatever is due by its own rows. Asked every two seconds by every process. */
  readonly sendDue?: (db: Db) => Promise<void>;
  /** Runs once when a process starts. */
  readonly onStart?: () => Promise<void>;
  /** When a job without ids is sent by the clock: a cron line of five fields in a zone such as `America/New_York`. */
  readonly schedule?: { readonly cron: string; readonly zone: string };
};

/** Declares a handler whose ids have the type of its queue. */
export const handleJobs = <P extends Ids>(
  queue: Queue<P>,
  handler: Omit<JobHandler, 'queue' | 'carryOut'> & { carryOut: (ids: P, stopping: AbortSignal) => Promise<number> },
): JobHandler => ({ ...handler, queue, carryOut: (ids, stopping) => handler.carryOut(ids as P, stopping) });
