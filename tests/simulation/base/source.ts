import { type Answer, noCapability, type SubmissionAdapter, unknownCaregiver } from '#server/submissions/adapter.ts';
import type { Seeded } from './seeded.ts';
import type { SimClock } from './sim-clock.ts';
import { caregivers } from './submission-disk.ts';
import type { Faults } from './trace.ts';

/** A submission that a person made in the ATS. `reason`: why Jobdock did not send it, as Jobdock wrote it there. */
type Asked = {
  readonly id: string;
  readonly customerId: number;
  readonly caregiverId: string;
  readonly jobId: number;
  reason: string | null;
};
type Ports = { readonly clock: SimClock; readonly random: Seeded; readonly faults: Faults };
/** Events of one customer after a number, each time the same. */
type Events = { readonly asked: readonly Asked[]; readonly since: number };

/** A double of the ATS as the source of caregivers. Its sessions end, and its answers get lost. */
export class Source {
  readonly asked: Asked[] = [];
  mood: 'good' | 'bad' = 'good';
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** A person puts a caregiver forward in the ATS. */
  ask(customerId: number, caregiverId: string, jobId: number): void {
    this.asked.push({ id: `E${this.asked.length + 1}`, customerId, caregiverId, jobId, reason: null });
  }

  adapter(here: <T>(answer: Promise<T>) => Promise<T>): SubmissionAdapter {
    return {
      ...noCapability,
      readCaregiver: (caregiverId) =>
        here(
          this.#read(() => {
            const email = caregivers.get(caregiverId);
            return email === undefined ? null : { ...unknownCaregiver, caregiverId, email };
          }),
        ),
    };
  }

  events(customerId: number, since: number, here: <T>(answer: Promise<T>) => Promise<T>): Promise<Answer<Events>> {
    return here(
      this.#read(() => ({
        asked: this.asked.slice(since).filter((one) => one.customerId === customerId),
        since: this.asked.length,
      })),
    );
  }

  async #read<T>(value: () => T): Promise<Answer<T>> {
    const { clock, random, faults } = this.#ports;
    await clock.wait(40 + random.unit() * 100);
    if (this.mood === 'good' || !random.chance(0.3)) return { kind: 'done', value: value() };
    faults.hit('dead token of the source');
    return { kind: 'unknown', words: 'The session has ended' };
  }
}
