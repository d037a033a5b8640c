import type { FindAnswer, TargetAdapter } from '#server/targets/adapter/target-adapter.ts';
import { type TargetReply, TargetUnreachable } from '#server/targets/adapter/target-http.ts';
import { bullhornAdapter } from '#server/targets/bullhorn/bullhorn-adapter.ts';
import type { Nature } from './natures.ts';
import type { Seeded } from './seeded.ts';
import type { SimClock } from './sim-clock.ts';
import type { Faults, Trace } from './trace.ts';

export type AtsMood = 'good' | 'bad';
type Made = {
  readonly externalId: string;
  readonly reference: string;
  readonly order: string;
  readonly shownAt: number;
  /** Current field values. A to-many field holds a list of ids. */
  values: Record<string, unknown>;
};

/** The service gives up a call after this time. */
const deadlineMs = 60_000;
/** Maximum delay of the search index behind the database. */
const mostIndexLagMs = 300_000;
/** A create may still take effect this long after its call timed out. */
const mostLateMs = 25_000;

type Answer = Omit<TargetReply, 'headers'>;

/** A double of an ATS that carries out requests but may answer late, wrongly, or never. The product's own adapter calls it. */
export class Ats {
  readonly made: Made[] = [];
  mood: AtsMood = 'good';
  readonly nature: Nature;
  readonly #clock: SimClock;
  readonly #random: Seeded;
  readonly #faults: Faults;
  readonly #trace: Trace;
  readonly #late = new Set<() => void>();

  constructor(ports: { clock: SimClock; random: Seeded; faults: Faults; trace: Trace }, nature: Nature) {
    this.#clock = ports.clock;
    this.#random = ports.random;
    this.#faults = ports.faults;
    this.#trace = ports.trace;
    this.nature = nature;
  }

  /** The adapter that the service uses. `here` drops answers for a process that has ended. */
  adapter(customerId: number, here: <T>(answer: Promise<T>) => Promise<T> = (answer) => answer): TargetAdapter {
    const call = (method: string, path: string, body?: unknown) =>
      here(this.#answer(customerId, method, path, body).then((answer) => ({ ...answer, headers: {} })));
    const adapter = bullhornAdapter({ call }, { ownerId: 1, contactId: 1 });
    if (this.nature === 'look-up') return adapter;
    if (this.nature === 'native idempotency') return { ...adapter, nativeIdempotency: true };
    return { ...adapter, find: async (reference) => this.#provesNothing(await adapter.find(reference)) };
  }

  /** A target without our reference answers a look-up, but its answer proves nothing. */
  #provesNothing(found: FindAnswer): FindAnswer {
    if (found.kind === 'unknown') return found;
    this.#faults.hit('ATS look-up proves nothing');
    return { kind: 'unclear', words: 'The target has no field for the reference.' };
  }

  async #answer(customerId: number, method: string, path: string, body: unknown): Promise<Answer> {
    if (path.startsWith('query/')) return this.#find(/externalID%3D%27(\w+)%27/.exec(path)?.[1] ?? '');
    const [, , id = '', field = '', ids = ''] = path.split('/');
    const values = body as Record<string, unknown>;
    if (id !== '') {
      const made = this.made.find(({ externalId }) => externalId === id);
      if (!made) return { status: 404, body: { errorMessage: 'Entity not found' } };
      if (field !== '') return this.#associate(made, method, field.replace(/\?.*/, ''), ids.split(','));
      return this.#write(`update ${id}`, () => {
        made.values = { ...made.values, ...values };
        return Number(id);
      });
    }
    const { externalID, customText2 } = body as { externalID: string; customText2: string };
    return this.#write(`post ${externalID}`, () => this.#make(externalID, `${customerId}/${customText2}`, values));
  }

  #associate(made: Made, method: string, field: string, ids: readonly string[]): Answer {
    const there = (made.values[field] ?? []) as string[];
    if (method === 'GET') return { status: 200, body: { data: there.map((id) => ({ id })) } };
    made.values[field] = method === 'PUT' ? [...there, ...ids] : there.filter((id) => !ids.includes(id));
    return { status: 200, body: { changedEntityId: Number(made.externalId) } };
  }

  /** Performs a write now, later, or never, and may or may not answer. */
  async #write(what: string, write: () => number): Promise<Answer> {
    const kinds = { ok: 4, lost: 3, late: 3, limited: 2, refused: 2, never: 2, broken: 2 };
    const lot = this.mood === 'good' ? 'ok' : this.#random.weighted(kinds);
    this.#trace.add(`ats ${what} ${lot}`);
    switch (lot) {
      case 'limited':
        this.#faults.hit('ATS 429');
        await this.#clock.wait(50);
        return { status: 429, body: { errorMessage: 'Fewer calls, please' } };
      case 'refused':
        this.#faults.hit('ATS refusal');
        await this.#clock.wait(200);
        return { status: 400, body: { errorMessage: 'A field is missing' } };
      case 'never':
        this.#faults.hit('ATS timeout before create');
        await this.#clock.wait(deadlineMs);
        throw new TargetUnreachable('No answer within the deadline', true);
      case 'lost':
        this.#faults.hit('ATS timeout after create');
        await this.#clock.wait(300);
        write();
        await this.#clock.wait(deadlineMs - 300);
        throw new TargetUnreachable('No answer within the deadline', true);
      case 'late':
        // Created after the service gave up the call.
        this.#faults.hit('ATS create after the deadline');
        this.#landLater(deadlineMs + this.#random.unit() * mostLateMs, write);
        await this.#clock.wait(deadlineMs);
        throw new TargetUnreachable('No answer within the deadline', true);
      case 'broken':
        this.#faults.hit('ATS 500 after create');
        await this.#clock.wait(300);
        write();
        return { status: 500, body: { errorMessage: 'An internal error occurred' } };
      case 'ok':
        await this.#clock.wait(100 + this.#random.unit() * 900);
        return { status: 200, body: { changedEntityId: write() } };
    }
  }

  #landLater(ms: number, write: () => void): void {
    const land = () => {
      if (this.#late.delete(land)) write();
    };
    this.#late.add(land);
    this.#clock.after(ms, land);
  }

  /** Carries out timed-out calls now: the ATS keeps working while everything else sleeps. */
  landCalls(): void {
    for (const land of this.#late) land();
  }

  #make(reference: string, order: string, values: Record<string, unknown>): number {
    const known = this.nature === 'native idempotency' && this.made.find((made) => made.reference === reference);
    if (known) return Number(known.externalId);
    const id = this.made.length + 1;
    const lag = this.mood === 'good' ? 0 : this.#random.unit() * mostIndexLagMs;
    if (lag > 0) this.#faults.hit('ATS index lag');
    this.made.push({ externalId: String(id), reference, order, shownAt: this.#clock.now() + lag, values });
    this.#trace.add(`ats makes ${id} ${reference}`);
    return id;
  }

  /** Reads the database by field. It has no delay, but may list a job twice. */
  async #find(reference: string): Promise<Answer> {
    await this.#clock.wait(80);
    if (this.mood === 'bad' && this.#random.chance(0.25)) {
      this.#faults.hit('ATS look-up without answer');
      return { status: 500, body: { errorMessage: 'No answer' } };
    }
    const found = this.made.filter((made) => made.reference === reference).map(({ externalId }) => ({ id: Number(externalId) }));
    if (found.length === 0 || !this.#random.chance(0.5)) return { status: 200, body: { data: found } };
    this.#faults.hit('ATS duplicate hits');
    return { status: 200, body: { data: [...found, ...found] } };
  }

  /** Reads the search index, which has a delay. The product does not use it. */
  searchIndex(reference: string): FindAnswer {
    const found = this.made.find((made) => made.reference === reference && made.shownAt <= this.#clock.now());
    return found ? { kind: 'found', externalId: found.externalId } : { kind: 'absent' };
  }
}
