import type { Clock } from '#src/sync/transport/ports.ts';

type Timer = { at: number; readonly order: number; run: (() => void) | null };

/** Waits until all work started by the last event has finished: promises settle before the next turn of the event loop. */
export const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/**
 * The clock of a whole history. Time passes only on request. Timers run in order, each after the previous one's work has
 * finished.
 */
export class SimClock implements Clock {
  #now = Date.parse('2026-11-20T08:00:00.000Z');
  #order = 0;
  /** Binary heap, by time and then by order. */
  readonly #heap: Timer[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const timer: Timer = { at: this.#now + Math.max(0, ms), order: this.#order++, run };
    this.#push(timer);
    return () => {
      timer.run = null;
    };
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(ms, resolve);
    });
  }

  /** Time passes while everything sleeps. Timers keep their remaining time. */
  skip(ms: number): void {
    this.#now += ms;
    for (const timer of this.#heap) timer.at += ms;
  }

  /** Lets `ms` pass. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    await settle();
    for (;;) {
      const next = this.#heap[0];
      if (!next || next.at > until) break;
      this.#pop();
      const { run } = next;
      if (!run) continue;
      this.#now = Math.max(this.#now, next.at);
      run();
      await settle();
    }
    this.#now = until;
  }

  #push(timer: Timer): void {
    const bucket = this.#heap;
    let i = bucket.length;
    bucket.push(timer);
    while (i > 0) {
      const up = (i - 1) >> 1;
      const parent = bucket[up] as Timer;
      if (!before(timer, parent)) break;
      bucket[i] = parent;
      i = up;
    }
    bucket[i] = timer;
  }

  #pop(): void {
    const bucket = this.#heap;
    const last = bucket.pop() as Timer;
    if (bucket.length === 0) return;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= bucket.length) break;
      if (child + 1 < bucket.length && before(bucket[child + 1] as Timer, bucket[child] as Timer)) child++;
      if (!before(bucket[child] as Timer, last)) break;
      bucket[i] = bucket[child] as Timer;
      i = child;
    }
    bucket[i] = last;
  }
}

const before = (a: Timer, b: Timer): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);
