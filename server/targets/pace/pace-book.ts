import type { Priority } from './priority.ts';

/** The calls that a target allows. Null: no limit of a minute, or of a month, is known. */
export type Limits = { readonly perMinute: number | null; readonly perMonth: number | null };

/**
 * Turns for calls: `count` of them, the first `afterMs` after the book was read, the others each `spacingMs` later. Without a turn,
 * `waitMs` is when to ask again. `pausedMs` is what is left of a pause that the target asked for.
 */
export type Turns = {
  readonly count: number;
  readonly afterMs: number;
  readonly spacingMs: number;
  readonly waitMs: number;
  readonly pausedMs: number;
};

/** Gives the turns of one connection, to all processes that use it. */
export type PaceBook = {
  /** At most `count` turns within the next second. */
  take(priority: Priority, count: number): Promise<Turns>;
  /** No one calls for so long: the target asked for it. */
  pause(milliseconds: number): Promise<void>;
  /** What the target says of the calls of its day. */
  daySaid(used: number, allowed: number): Promise<void>;
};

/** Jobdock uses this part of a documented limit, because the agency's people and other programs use the rest. */
const usedPart = 0.9;

/** A turn is valid for so long. A call that is late takes another turn, so late calls cannot come together. */
export const turnMs = 2_000;

/** Turns are given for this time ahead, so that a process that ends holds no more than these. */
export const aheadMs = 1_000;

/** A call that posts keeps the last third of the turns for posts for so long. */
export const postsWaitMs = 2_000;

/** While posts wait, a call that reads takes the time of so many turns: two thirds of them at most are for reads. */
export const readTurns = 1.5;

/**
 * Milliseconds between two turns. Calls of any 60 s have turns of those 60 s or of the `turnMs` before, and so many turns at this
 * distance are at most nine tenths of the limit. 0: no limit is known.
 */
export function spacingMs({ perMinute }: Pick<Limits, 'perMinute'>): number {
  if (perMinute === null) return 0;
  const most = Math.floor(perMinute * usedPart);
  return Math.ceil((60_000 + turnMs) / Math.max(1, most - 1));
}
