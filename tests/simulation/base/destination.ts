import {
  type Answer,
  type ListedSubmission,
  noCapability,
  type SentSubmission,
  type ShownSubmission,
  type SubmissionAdapter,
} from '#server/submissions/adapter.ts';
import { isSame } from '#server/submissions/adapters/kit/same-submission.ts';
import type { Seeded } from './seeded.ts';
import type { SimClock } from './sim-clock.ts';
import type { Faults, Trace } from './trace.ts';

type Held = ListedSubmission & { readonly customerId: number; readonly reference: string };
type Candidate = { readonly customerId: number; readonly id: string; readonly email: string };
export type Hook = {
  readonly extId: string;
  readonly providerJobId: string;
  readonly extCaregiverId: string;
  readonly body: string;
};
type Ports = { readonly clock: SimClock; readonly random: Seeded; readonly faults: Faults; readonly trace: Trace };

/** The service gives up a call after this time. A call may still take effect so long after that. */
const deadlineMs = 60_000;
const mostLateMs = 25_000;
const statuses = ['Reviewed', 'Interview', 'Offered', 'Declined', 'Withdrawn'] as const;
const notListed = 'This account does not list its submissions.';

/** A double of a destination: it takes submissions twice if they are sent twice, and may answer late, wrongly or never. */
export class Destination {
  readonly candidates: Candidate[] = [];
  readonly submissions: Held[] = [];
  mood: 'good' | 'bad' = 'good';
  /** Whether its account lists no submissions, so that nothing can be looked up. */
  readonly isBlind: boolean;
  onHook: (customerId: number, hook: Hook) => void = () => undefined;
  readonly #ports: Ports;
  readonly #late = new Set<() => void>();
  #next = 1;

  constructor(ports: Ports, isBlind: boolean) {
    this.#ports = ports;
    this.isBlind = isBlind;
  }

  /** The adapter that the service uses. `here` drops answers for a process that has ended. */
  adapter(customerId: number, here: <T>(answer: Promise<T>) => Promise<T>): SubmissionAdapter {
    const list = () => here(this.#list(customerId));
    return {
      ...noCapability,
      findCaregiver: (email) => here(this.#find(customerId, email)),
      makeCaregiver: ({ caregiver }) =>
        here(this.#write(`candidate ${caregiver.email}`, () => this.#addCandidate(customerId, caregiver.email))),
      submit: (submission) => here(this.#write(`submission ${submission.reference}`, () => this.#add(customerId, submission))),
      lookUp: async (submission) => {
        const read = await list();
        return read.kind === 'done' ? { kind: 'done', value: read.value.find((one) => isSame(one, submission)) ?? null } : read;
      },
      submissions: list,
    };
  }

  /** Someone at the facility gives a submission another status. */
  move(lot: number): void {
    const at = lot % Math.max(1, this.submissions.length);
    const held = this.submissions[at];
    if (!held || held.status === 'Withdrawn') return;
    const next = { ...held, status: statuses[lot % statuses.length] ?? 'Reviewed', at: this.#instant() };
    this.submissions[at] = next;
    this.#report(next);
  }

  /**
   * A webhook that the destination never sent: one of its submissions with another number, or one that does not exist. Where nothing can
   * be looked up, only the secret address protects (docs/decisions/0149), so its forger knows no job of ours.
   */
  forge(lot: number): void {
    const held = this.submissions[lot % Math.max(1, this.submissions.length)];
    this.#ports.faults.hit('webhook forged');
    if (!held) return;
    const forged = {
      ...held,
      extId: lot % 2 === 0 ? `9${lot}` : held.extId,
      providerJobId: this.isBlind ? 'HV-0' : `HV-${1 + (lot % 5)}`,
    };
    this.#deliver({ ...forged, status: 'Accepted' }, 10);
  }

  /** Carries out timed-out calls now: it keeps working while everything else sleeps. */
  landCalls(): void {
    for (const land of this.#late) land();
  }

  #instant(): string {
    return new Date(this.#ports.clock.now()).toISOString();
  }

  #addCandidate(customerId: number, email: string): string {
    const id = `C${this.#next++}`;
    this.candidates.push({ customerId, id, email });
    return id;
  }

  #add(customerId: number, { providerJobId, extCaregiverId, reference }: SentSubmission): ShownSubmission {
    const ids = { extId: `S${this.#next++}`, extCaregiverId: extCaregiverId ?? '', providerJobId };
    const held: Held = { ...ids, customerId, reference, status: 'Submitted', at: this.#instant() };
    this.submissions.push(held);
    this.#ports.trace.add(`destination makes ${held.extId} ${reference}`);
    this.#report(held);
    return held;
  }

  /** Reports may come late, twice, out of order, or not at all. */
  #report(held: Held): void {
    const { random, faults } = this.#ports;
    const isBad = this.mood === 'bad';
    if (isBad && random.chance(0.25)) return faults.hit('webhook lost');
    const isLate = isBad && random.chance(0.5);
    if (isLate) faults.hit('webhook late');
    this.#deliver(held, random.unit() * (isLate ? 30_000 : 300));
    if (!isBad || !random.chance(0.3)) return;
    faults.hit('webhook twice');
    this.#deliver(held, random.unit() * 10_000);
  }

  #deliver(held: Held, ms: number): void {
    const { extId, providerJobId, extCaregiverId, customerId, status, at } = held;
    const body = [extId, providerJobId, extCaregiverId, status, at].join(' ');
    this.#ports.clock.after(ms, () => this.onHook(customerId, { extId, providerJobId, extCaregiverId, body }));
  }

  async #find(customerId: number, email: string): Promise<Answer<readonly string[]>> {
    await this.#ports.clock.wait(80);
    if (this.#isSilent()) return { kind: 'unknown', words: 'No answer' };
    const found = this.candidates.filter((one) => one.customerId === customerId && isEqual(one.email, email));
    return { kind: 'done', value: found.map(({ id }) => id) };
  }

  /** What it holds when the call arrives; a slow answer comes later. */
  async #list(customerId: number): Promise<Answer<readonly ListedSubmission[]>> {
    const { clock, random } = this.#ports;
    const held = this.submissions.filter((one) => one.customerId === customerId);
    await clock.wait(this.mood === 'bad' && random.chance(0.3) ? random.unit() * 20_000 : 80);
    if (this.isBlind) {
      this.#ports.faults.hit('destination lists nothing');
      return { kind: 'refused', words: notListed };
    }
    return this.#isSilent() ? { kind: 'unknown', words: 'No answer' } : { kind: 'done', value: held };
  }

  #isSilent(): boolean {
    const { random, faults } = this.#ports;
    if (this.mood === 'good' || !random.chance(0.25)) return false;
    faults.hit('destination read without answer');
    return true;
  }

  /** Performs a write now, later, or never, and may or may not answer. */
  async #write<T>(what: string, write: () => T): Promise<Answer<T>> {
    const { clock, random, faults, trace } = this.#ports;
    const kinds = { ok: 4, lost: 3, late: 2, limited: 2, refused: 2, never: 2 };
    const lot = this.mood === 'good' ? 'ok' : random.weighted(kinds);
    trace.add(`destination ${what} ${lot}`);
    switch (lot) {
      case 'limited':
        faults.hit('destination 429');
        await clock.wait(50);
        return { kind: 'later', words: 'Fewer calls, please', waitSeconds: 2 };
      case 'refused':
        faults.hit('destination refusal');
        await clock.wait(200);
        return { kind: 'refused', words: 'A field is missing' };
      case 'never':
        faults.hit('destination timeout before it wrote');
        break;
      case 'lost':
        faults.hit('destination timeout after it wrote');
        await clock.wait(300);
        write();
        break;
      case 'late':
        faults.hit('destination wrote after the deadline');
        this.#landLater(deadlineMs + random.unit() * mostLateMs, () => void write());
        break;
      case 'ok':
        await clock.wait(100 + random.unit() * 900);
        return { kind: 'done', value: write() };
    }
    await clock.wait(deadlineMs);
    return { kind: 'unknown', words: 'No answer within the deadline' };
  }

  #landLater(ms: number, write: () => void): void {
    const land = () => {
      if (this.#late.delete(land)) write();
    };
    this.#late.add(land);
    this.#ports.clock.after(ms, land);
  }
}

export const isEqual = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
