import { createHash } from 'node:crypto';
import type { Channel, Device } from '#src/store/store.ts';
import type { Clock, Locks, Random } from '#src/sync/transport/ports.ts';

/** What the tabs of one browser share: channel, locks, and seeded randomness. */
export class Origin {
  readonly #listeners = new Map<object, Set<(message: unknown) => void>>();
  readonly #held = new Map<string, Promise<unknown>>();
  #state: number;

  constructor(seed = 1) {
    this.#state = seed >>> 0 || 1;
  }

  /** Mulberry32: small, and good enough for shuffling. */
  unit = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };

  random: Random = {
    unit: () => this.unit(),
    id: () => Array.from({ length: 32 }, () => Math.floor(this.unit() * 16).toString(16)).join(''),
  };

  channel(): Channel {
    const tab = {};
    return {
      post: (message) => {
        const copy = structuredClone(message);
        for (const [other, listeners] of this.#listeners) {
          if (other !== tab) for (const hear of listeners) queueMicrotask(() => hear(copy));
        }
      },
      listen: (hear) => {
        const mine = this.#listeners.get(tab) ?? new Set();
        this.#listeners.set(tab, mine.add(hear));
        return () => mine.delete(hear);
      },
    };
  }

  device(clock: Clock): Device {
    return {
      now: () => clock.now(),
      newId: () => this.random.id(),
      digest: async (text) => createHash('sha256').update(text).digest('hex'),
      channel: this.channel(),
    };
  }

  locks(clock: Clock): Locks {
    const queue = <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const turn = (this.#held.get(name) ?? Promise.resolve()).then(work);
      this.#held.set(
        name,
        turn.catch(() => undefined),
      );
      return turn;
    };
    return {
      hold: (name, waitMs, work) =>
        new Promise((resolve, reject) => {
          let started = false;
          const start = async () => {
            if (started) return;
            started = true;
            cancel();
            await work().then(resolve, reject);
          };
          const cancel = clock.after(waitMs, () => void start());
          void queue(name, start);
        }),
      lead: (name, signal, work) => queue(name, async () => (signal.aborted ? undefined : work())),
    };
  }
}
