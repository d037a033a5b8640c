import type { Facts } from './facts.ts';
import type { Loop } from './loop/loop.ts';
import type { Clock } from './transport/ports.ts';

type Watched = {
  readonly clock: Clock;
  readonly facts: Facts;
  readonly push: Loop;
  readonly pull: Loop;
  /** The timer fired far too late: the device slept [edge case 24]. */
  readonly onSlept: () => void;
};

const tickMs = 10_000;
/** A timer that is this late means that the device slept. */
const sleptMs = 30_000;
/** A step without progress for this long is stuck, because every request times out sooner. */
const stuckMs = 45_000;
const restartsToShow = 3;

/** Restarts a loop that runs without progress [edge case 26], and detects sleep. */
export function createWatchdog({ clock, facts, push, pull, onSlept }: Watched): { start(): void; stop(): void } {
  let lastTick = clock.now();
  let restarts = 0;
  let cancel = () => {};

  const tick = () => {
    const now = clock.now();
    const slept = now - lastTick > tickMs + sleptMs;
    lastTick = now;
    const stuck = [push, pull].filter((loop) => loop.isRunning && now - loop.movedAt > stuckMs);
    for (const loop of stuck) loop.restart();
    if (stuck.length > 0) restarts += 1;
    else if (!push.isRunning && !pull.isRunning) restarts = 0;
    if (restarts > restartsToShow) facts.set({ stalled: true });
    // Changes wait although no push is running or planned. Start one now, whatever the cause.
    if (facts.state().waiting > 0 && !push.isRunning && push.nextTryAt === null) push.wake();
    facts.recount();
    if (slept) onSlept();
    cancel = clock.after(tickMs, tick);
  };

  return {
    start() {
      lastTick = clock.now();
      cancel = clock.after(tickMs, tick);
    },
    stop: () => cancel(),
  };
}
