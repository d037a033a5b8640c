import type { FindAnswer, JobOrder, PostAnswer, TargetAdapter } from '#server/targets/target-adapter.ts';
import type { Seeded } from './seeded.ts';
import type { SimClock } from './sim-clock.ts';
import type { Faults, Trace } from './trace.ts';

export type AtsMood = 'good' | 'bad';
type Made = { readonly externalId: string; readonly reference: string; readonly order: string; readonly shownAt: number };

/** How long a call may take before the service gives it up. */
const deadlineMs = 60_000;
/** How far the search index may run behind the database. */
const mostIndexLagMs = 300_000;

/** An outside system that makes what it is asked for, and may say so late, wrongly or never. */
export class Ats {
  readonly made: Made[] = [];
  mood: AtsMood = 'good';
  /** Whether posting a reference again gives the job that is there. */
  readonly nativeIdempotency: boolean;
  readonly #clock: SimClock;
  readonly #random: Seeded;
  readonly #faults: Faults;
  readonly #trace: Trace;

  constructor(ports: { clock: SimClock; random: Seeded; faults: Faults; trace: Trace }, nativeIdempotency: boolean) {
    this.#clock = ports.clock;
    this.#random = ports.random;
    this.#faults = ports.faults;
    this.#trace = ports.trace;
    this.nativeIdempotency = nativeIdempotency;
  }

  /** What the service talks to. */
  adapter(customerId: number): TargetAdapter {
    return {
      nativeIdempotency: this.nativeIdempotency,
      post: (order) => this.#post(customerId, order),
      find: (reference) => this.#find(reference),
      check: async () => ({ kind: 'ok' }),
      list: async () => null,
    };
  }

  async #post(customerId: number, order: JobOrder): Promise<PostAnswer> {
    const lot =
      this.mood === 'good' ? 'ok' : this.#random.weighted({ ok: 2, lost: 3, late: 3, limited: 2, refused: 1, never: 2 });
    this.#trace.add(`ats post ${order.reference} ${lot}`);
    switch (lot) {
      case 'limited':
        this.#faults.hit('ATS 429');
        await this.#clock.wait(50);
        return { kind: 'later', words: 'Fewer calls, please' };
      case 'refused':
        this.#faults.hit('ATS refusal');
        await this.#clock.wait(200);
        return { kind: 'refused', words: 'A field is missing' };
      case 'never':
        this.#faults.hit('ATS timeout before create');
        await this.#clock.wait(deadlineMs);
        return { kind: 'unknown', words: 'No answer within the deadline' };
      case 'lost':
        this.#faults.hit('ATS timeout after create');
        await this.#clock.wait(300);
        this.#make(customerId, order);
        await this.#clock.wait(deadlineMs - 300);
        return { kind: 'unknown', words: 'No answer within the deadline' };
      case 'late':
        // Made after the service gave the call up.
        this.#faults.hit('ATS create after the deadline');
        this.#clock.after(deadlineMs + this.#random.unit() * 8_000, () => this.#make(customerId, order));
        await this.#clock.wait(deadlineMs);
        return { kind: 'unknown', words: 'No answer within the deadline' };
      case 'ok': {
        await this.#clock.wait(100 + this.#random.unit() * 900);
        return { kind: 'done', externalId: this.#make(customerId, order), words: null };
      }
    }
  }

  #make(customerId: number, { reference, job }: JobOrder): string {
    const known = this.nativeIdempotency && this.made.find((made) => made.reference === reference);
    if (known) return known.externalId;
    const externalId = `X${this.made.length + 1}`;
    const lag = this.mood === 'good' ? 0 : this.#random.unit() * mostIndexLagMs;
    if (lag > 0) this.#faults.hit('ATS index lag');
    this.made.push({ externalId, reference, order: `${customerId}/${job.id}`, shownAt: this.#clock.now() + lag });
    this.#trace.add(`ats makes ${externalId} ${reference}`);
    return externalId;
  }

  /** Reads the database by field, which does not lag. */
  async #find(reference: string): Promise<FindAnswer> {
    await this.#clock.wait(80);
    if (this.mood === 'bad' && this.#random.chance(0.25)) {
      this.#faults.hit('ATS look-up without answer');
      return { kind: 'unknown', words: 'No answer' };
    }
    const found = this.made.find((made) => made.reference === reference);
    return found ? { kind: 'found', externalId: found.externalId } : { kind: 'absent' };
  }

  /** Reads the search index, which lags: nothing of the product asks it. */
  searchIndex(reference: string): FindAnswer {
    const found = this.made.find((made) => made.reference === reference && made.shownAt <= this.#clock.now());
    return found ? { kind: 'found', externalId: found.externalId } : { kind: 'absent' };
  }
}
