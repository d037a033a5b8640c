import type { OpenTargets } from '../targets/open-target.ts';
import type { PostRows } from './post-rows.ts';

/** What posting needs from outside: the rows of posts, a clock, the targets, and who still has the right to post. */
export type PosterOptions = {
  /** Runs work on the posts of one customer in one transaction (`postRowsIn`). */
  readonly transaction: <T>(customerId: number, work: (rows: PostRows) => Promise<T>) => Promise<T>;
  readonly now: () => Date;
  readonly openTarget: OpenTargets;
  readonly mayAsk: (customerId: number, userId: number) => Promise<boolean>;
  /** After a crash or a restore the ATS may be ahead of the database: look up every reference before it is sent [S8.6]. */
  readonly reconcileFirst: boolean;
};
