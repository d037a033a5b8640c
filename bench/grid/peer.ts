import type { BenchQuery } from './queries.ts';
import type { SampleJob } from './sample-jobs.ts';

/** One candidate with one set of jobs. Only `run` and `change` are timed. */
export type Peer = {
  readonly name: string;
  /** Prepares everything that the candidate can do before a query. */
  prepare(query: BenchQuery): void;
  /** Filters and sorts. Afterwards a screen can be painted. */
  run(query: BenchQuery): unknown;
  /** Applies one changed job. Afterwards the last query's result is correct again. */
  change(job: SampleJob): unknown;
  /** Ids of the result, in order. */
  ids(): ArrayLike<number> | Promise<ArrayLike<number>>;
  /** Milliseconds that the last `run` or `change` took inside a worker, if there is one. */
  inside?(): number;
};
