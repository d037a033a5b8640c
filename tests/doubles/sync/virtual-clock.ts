import { nextTurn } from '#src/sync/browser-ports.ts';
import type { Clock } from '#src/sync/transport/ports.ts';

type Timer = { readonly at: number; readonly order: number; readonly run: () => void };

/** Time passes only on request. Timers run in order, each after all work started by the previous one has finished. */
export class VirtualClock implements Clock {
  #now: number;
  #order = 0;
  #timers: Timer[] = [];

  constructor(startAt = '2026-11-20T08:00:00.000Z') {
    this.#now = Date.parse(startAt);
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, ms), order: this.#order++, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Lets `ms` pass. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    await settle();
    for (;;) {
      const next = this.#timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await settle();
    }
    this.#now = until;
  }

  /** The device sleeps: time jumps, and timers fire afterwards. */
  jump(ms: number): void {
    this.#now += ms;
  }
}

/** All promises settle before the next turn of the event loop. */
export const settle = nextTurn;
