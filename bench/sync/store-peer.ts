import type { JobRow } from '#contract/rows/jobs.ts';

/**
 * One way to keep jobs in IndexedDB. Each opening is a database of its own, new and empty, and has the jobs at hand in the form
 * in which a service would send them.
 */
export type StorePeer = {
  readonly name: string;
  open(database: string, jobs: readonly JobRow[]): Promise<OpenStorePeer>;
};

type OpenStorePeer = {
  /** Writes all jobs, on disk when it resolves. */
  write(): Promise<void>;
  /** Closes and opens again, so that nothing is answered from memory. */
  reopen(): Promise<void>;
  /** Reads everything into the shape that this way gives a grid; answers how many jobs it holds. */
  read(): Promise<number>;
  /** Every job whole, for the comparison; not timed. */
  rows(): Promise<readonly JobRow[]>;
  close(): void;
  remove(): Promise<void>;
};

/** Jobs that one transaction writes. */
const rowsAtOnce = 2000;

/** Parts of a list, each as long as one transaction takes. */
export const parts = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / rowsAtOnce) }, (_, n) => list.slice(n * rowsAtOnce, (n + 1) * rowsAtOnce));
