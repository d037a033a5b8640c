import type * as z from 'zod';
import type { Tx } from '../kit/db/connection.ts';
import { defineQueue, type Queue } from '../kit/queue/queue.ts';
import type { Lease, Progress, RunRef } from './lease.ts';

/** A run that this process has claimed; `Work` is what was asked for. */
export type ClaimedRun<Work> = RunRef & {
  readonly work: Work;
  readonly undoing: boolean;
  readonly startedAt: string;
  readonly askedBy: number | null;
  readonly byName: string;
  /** No further try comes after this one: a passing fault is then a failure too. */
  readonly lastTry: boolean;
  /** Its claim: what a run writes, it writes in transactions that hold it. */
  readonly lease: Lease;
};

/** How a run ends. */
export type RunEnd = {
  readonly state: 'done' | 'cancelled' | 'failed' | 'undone';
  /** Its result in words, or why it failed; a function where the words follow from what was counted. */
  readonly message: string | ((progress: Progress) => string);
  /** What is written with the end, in its transaction; what it answers is added to the run's result. */
  readonly also?: (tx: Tx, progress: Progress) => Promise<Record<string, unknown> | void>;
};

/** A kind of long work: what it is called, what it is asked for, and how much of it goes on at once. */
export type RunKind<Work = unknown> = {
  readonly name: string;
  readonly queue: Queue<RunRef>;
  readonly work: z.ZodType<Work>;
  readonly limits: {
    /** Runs that one process carries out side by side. */
    readonly atOnce: number;
    /** Runs of one customer, and runs that talk to one outside host, counted over all processes when a run is claimed. */
    readonly perCustomer: number;
    readonly perHost: number;
  };
  /** How often a run that meets a passing fault (a lost connection, a deadlock) is tried in all. */
  readonly tries: number;
};

/** Does the work of a kind. It answers `gave way` where `lease.signal` was aborted before the end: the run then goes on elsewhere. */
export type DoRun<Work> = (run: ClaimedRun<Work>) => Promise<RunEnd | 'gave way'>;

/** Declares a kind of run; the queue of its triggers has its name. */
export const defineRunKind = <Work>(kind: Omit<RunKind<Work>, 'queue'>): RunKind<Work> => ({
  ...kind,
  queue: defineQueue<RunRef>(kind.name),
});
