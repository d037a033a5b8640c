import type { Clock } from '#server/targets/adapter/clock.ts';
import {
  aheadMs,
  type Limits,
  type PaceBook,
  postsWaitMs,
  readTurns,
  spacingMs,
  type Turns,
} from '#server/targets/pace/pace-book.ts';
import type { Priority } from '#server/targets/pace/priority.ts';

/** The row of a connection, as the database keeps it: milliseconds of its clock. */
export type PaceState = {
  readonly nextAt: number;
  readonly readsNextAt: number;
  readonly postsUntil: number;
  readonly pausedUntil: number;
};
export const noCalls: PaceState = { nextAt: 0, readsNextAt: 0, postsUntil: 0, pausedUntil: 0 };

/** What the service's statement does, without a database. A test compares the two. */
export function turnsAt(
  state: PaceState,
  limits: Pick<Limits, 'perMinute'>,
  { priority, count, now }: { priority: Priority; count: number; now: number },
): { state: PaceState; turns: Turns } {
  const spacing = spacingMs(limits);
  const isRead = priority === 'read';
  const start = Math.max(now, state.nextAt, state.pausedUntil, isRead && state.postsUntil > now ? state.readsNextAt : 0);
  const room = spacing === 0 ? count : Math.min(count, Math.floor((now + aheadMs - start) / spacing) + 1);
  const given = start > now + aheadMs ? 0 : room;
  return {
    state: {
      nextAt: given === 0 ? state.nextAt : start + given * spacing,
      readsNextAt: given === 0 || !isRead ? state.readsNextAt : start + given * spacing * readTurns,
      postsUntil: isRead ? state.postsUntil : Math.max(state.postsUntil, start + postsWaitMs),
      pausedUntil: state.pausedUntil,
    },
    turns: {
      count: given,
      spacingMs: spacing,
      afterMs: start - now,
      waitMs: Math.max(0, start - now - aheadMs),
      pausedMs: Math.max(0, state.pausedUntil - now),
    },
  };
}

/** A book in memory. `clock` is the clock of its database. */
export function memoryBook(limits: Pick<Limits, 'perMinute'>, clock: Pick<Clock, 'now'>): PaceBook {
  let state = noCalls;
  return {
    async take(priority, count) {
      const next = turnsAt(state, limits, { priority, count, now: clock.now() });
      state = next.state;
      return next.turns;
    },
    async pause(milliseconds) {
      state = { ...state, pausedUntil: Math.max(state.pausedUntil, clock.now() + milliseconds) };
    },
    daySaid: async () => undefined,
  };
}
