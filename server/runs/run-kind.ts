import type * as z from 'zod';
import type { Db, Tx } from '../kit/db/connection.ts';
import { defineQueue, type Queue } from '../kit/queue/queue.ts';
import type { Lease, Progress, RunRef } from './lease.ts';

/** A run that this process has claimed. `Work` is the type of its request. */
export type ClaimedRun<Work> = RunRef & {
  /** The rows of the run's customer. */
  readonly db: Db;
  readonly work: Work;
  readonly undoing: boolean;
  readonly startedAt: string;
  readonly askedBy: number | null;
  readonly byName: string;
  /** This is the last try: a temporary error now also ends the run as failed. */
  readonly lastTry: boolean;
  /** Its lease. The run does all its writes in transactions that hold it. */
  readonly lease: Lease;
};

/** How a run ends. */
export type RunEnd = {
  readonly state: 'done' | 'cancelled' | 'failed' | 'undone';
  /** The result as a sentence, or why the run failed. A function if the sentence depends on the counts. */
  readonly message: string | ((progress: Progress) => string);
  /** The error behind a failure, for administrators. */
  readonly fault?: unknown;
  /** Writes more in the transaction that ends the run. The returned fields are added to the run's result. */
  readonly also?: (tx: Tx, progress: Progress) => Promise<Record<string, unknown> | void>;
};

/** A kind of long work: its name, its request, and how many runs may be in progress at once. */
export type RunKind<Work = unknown> = {
  readonly name: string;
  readonly queue: Queue<RunRef>;
  readonly work: z.ZodType<Work>;
  readonly limits: {
    /** Most runs at once in one process. */
    readonly atOnce: number;
    /** Most runs at once per customer and per outside host, counted over all processes when a run is claimed. */
    readonly perCustomer: number;
    readonly perHost: number;
  };
  /** Most tries of a run that meets temporary errors (a lost connection, a deadlock). */
  readonly tries: number;
  /** Writes the end of a run that does not continue because who asked for it has no access any more, where the kind keeps rows of its own. */
  readonly noteRefused?: (tx: Tx, run: RunRef, words: string, at: Date) => Promise<void>;
};

/** Does the work of a kind. Returns `gave way` if `lease.signal` was aborted before the end; the run then continues elsewhere. */
export type DoRun<Work> = (run: ClaimedRun<Work>) => Promise<RunEnd | 'gave way'>;

/** Declares a kind of run. Its trigger queue has the same name. */
export const defineRunKind = <Work>(kind: Omit<RunKind<Work>, 'queue'>): RunKind<Work> => ({
  ...kind,
  queue: defineQueue<RunRef>(kind.name),
});
