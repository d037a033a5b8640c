import { backoffMs } from '../transport/backoff.ts';
import type { Clock, Random } from '../transport/ports.ts';

/** How a step ends: run again at once, rest (null: until woken), or back off after a failure (null: with jitter). */
export type StepEnd =
  | { readonly kind: 'again' }
  | { readonly kind: 'rest'; readonly ms: number | null }
  | { readonly kind: 'back_off'; readonly afterMs: number | null };

type Ports = { readonly clock: Clock; readonly random: Random };

/**
 * Runs one step after another. A step that throws means a local fault (the database), and is retried like a service fault.
 * Results of an aborted step are ignored.
 */
export class Loop {
  readonly #ports: Ports;
  readonly #step: (signal: AbortSignal) => Promise<StepEnd>;
  readonly #onChange: () => void;
  #stopped = false;
  #running: AbortController | null = null;
  #asked = false;
  #urgent = false;
  #failures = 0;
  #blockedUntil: number | null = null;
  #movedAt: number;
  #cancelTimer = () => {};

  constructor(ports: Ports, step: (signal: AbortSignal) => Promise<StepEnd>, onChange: () => void) {
    this.#ports = ports;
    this.#step = step;
    this.#onChange = onChange;
    this.#movedAt = ports.clock.now();
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** When the running step last made progress. */
  get movedAt(): number {
    return this.#movedAt;
  }

  /** When the back-off ends; null when there is none. */
  get nextTryAt(): number | null {
    return this.#blockedUntil;
  }

  /** Requests a step. An urgent request skips the back-off, because something changed (focus, online, sign-in). */
  wake(urgent = false): void {
    if (this.#running) {
      this.#asked = true;
      this.#urgent ||= urgent;
    } else if (urgent || this.#blockedUntil === null) this.#start();
  }

  /** Aborts the running step and starts over [edge case 26]. */
  restart(): void {
    this.#running?.abort();
    this.#running = null;
    this.#start();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelTimer();
    this.#running?.abort();
    this.#running = null;
  }

  /** The running step made progress. */
  moved(): void {
    this.#movedAt = this.#ports.clock.now();
  }

  #start(): void {
    if (this.#stopped || this.#running) return;
    this.#cancelTimer();
    this.#asked = false;
    this.#urgent = false;
    this.#blockedUntil = null;
    const controller = new AbortController();
    this.#running = controller;
    this.moved();
    this.#onChange();
    void this.#step(controller.signal)
      .catch((): StepEnd => ({ kind: 'back_off', afterMs: null }))
      .then((end) => {
        if (this.#running !== controller) return;
        this.#running = null;
        if (!this.#stopped) this.#leave(end);
      });
  }

  #leave(end: StepEnd): void {
    this.moved();
    if (end.kind === 'back_off') {
      this.#failures += 1;
      // Something changed since the failed step began, so its result is out of date.
      if (this.#urgent) return this.#start();
      const wait = end.afterMs ?? backoffMs(this.#failures, this.#ports.random);
      this.#blockedUntil = this.#movedAt + wait;
      this.#later(wait);
    } else {
      this.#failures = 0;
      if (end.kind === 'again' || this.#asked) this.#start();
      else if (end.ms !== null) this.#later(end.ms);
    }
    this.#onChange();
  }

  #later(ms: number): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#ports.clock.after(ms, () => this.#start());
  }
}
