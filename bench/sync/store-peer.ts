import type { JobRow } from '#contract/rows/jobs.ts';

/**
 * One way to store jobs in IndexedDB. Each `open` makes a new, empty database. The jobs are given in the form in which a service
 * would send them.
 */
export type StorePeer = {
  readonly name: string;
  open(database: string, jobs: readonly JobRow[]): Promise<OpenStorePeer>;
};

type OpenStorePeer = {
  /** Writes all jobs. They are on disk when it resolves. */
  write(): Promise<void>;
  /** Closes and reopens the database, so that no read is served from memory. */
  reopen(): Promise<void>;
  /** Reads everything into the form that a grid would use. Returns the number of jobs. */
  read(): Promise<number>;
  /** All whole jobs, for the comparison; not timed. */
  rows(): Promise<readonly JobRow[]>;
  close(): void;
  remove(): Promise<void>;
};

/** Jobs per transaction. */
const rowsAtOnce = 2000;

/** Parts of a list, one per transaction. */
export const parts = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / rowsAtOnce) }, (_, n) => list.slice(n * rowsAtOnce, (n + 1) * rowsAtOnce));
