import type { Clock } from '#server/targets/adapter/clock.ts';

/** A clock that only moves when something pauses, so that an hour of pauses takes no time. */
export function steppedClock(start = Date.parse('2026-12-01T00:00:00Z')): Clock & { step(milliseconds: number): void } {
  let now = start;
  const step = (milliseconds: number) => {
    now += milliseconds;
  };
  return {
    now: () => now,
    ticks: () => now,
    step,
    async pause(milliseconds) {
      now = Math.max(now, now + milliseconds);
    },
  };
}
