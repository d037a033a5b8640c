import type { OpenTarget } from '../targets/open-target.ts';
import type { PostRows } from './post-rows.ts';

/** What sending and updating posts take from outside: the posts' rows, a clock, the targets and who may still ask. */
export type PosterOptions = {
  /** Runs work over the posts' rows, all or nothing (`postRowsIn`). */
  readonly transaction: <T>(work: (rows: PostRows) => Promise<T>) => Promise<T>;
  readonly now: () => Date;
  readonly openTarget: (customerId: number, targetId: number) => Promise<OpenTarget | null>;
  readonly mayAsk: (customerId: number, userId: number) => Promise<boolean>;
  /** After an unclean start or a restore the ATS may be ahead of the database: look every reference up before sending it [S8.6]. */
  readonly reconcileFirst: boolean;
};
