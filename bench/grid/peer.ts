import type { BenchQuery } from './queries.ts';
import type { SampleJob } from './sample-jobs.ts';

/** One candidate over one set of jobs. Only `run` and `change` are timed. */
export type Peer = {
  readonly name: string;
  /** Sets up whatever the candidate can do before a query comes. */
  prepare(query: BenchQuery): void;
  /** Filters and sorts; afterwards a screen could be painted. */
  run(query: BenchQuery): unknown;
  /** One job has changed; afterwards the last query's result is right again. */
  change(job: SampleJob): unknown;
  /** Ids of the result, in order. */
  ids(): ArrayLike<number> | Promise<ArrayLike<number>>;
  /** Milliseconds that the last `run` or `change` took inside a worker, where there is one. */
  inside?(): number;
};
