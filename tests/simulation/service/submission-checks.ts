import { isLive } from '#domain/submissions/words.ts';
import type { QueuedSubmission } from '../base/submission-disk.ts';
import type { CustomerDisk } from './service-disk.ts';
import { liveTwice } from './submission-store.ts';

type Checks = { expect(checker: 'K12', holds: boolean, words: () => string): void };
type State = QueuedSubmission['state'];

/** The states that may follow each state. Each may also stay as it is. */
const next: Readonly<Record<State, readonly State[]>> = {
  wanted: ['sending', 'refused', 'withdrawn'],
  sending: ['wanted', 'unknown', 'sent', 'refused', 'withdrawn'],
  unknown: ['sent', 'human', 'withdrawn'],
  human: ['sent', 'wanted', 'withdrawn'],
  refused: ['wanted', 'withdrawn'],
  sent: ['withdrawn'],
  withdrawn: [],
};

/** K12: submissions. Checks them while a history runs; those of its end are in `end-submissions.ts`. */
export class SubmissionChecks {
  readonly #checks: Checks;

  constructor(checks: Checks) {
    this.#checks = checks;
  }

  committed(customer: CustomerDisk): void {
    if (customer.submissions.queued.size === 0) return;
    const twice = liveTwice(customer, isLive);
    this.#checks.expect('K12', twice.length === 0, () => `live twice at customer ${customer.id}: ${twice.join(', ')}`);
  }

  submitted(before: QueuedSubmission | undefined, after: QueuedSubmission): void {
    const was = before?.state ?? 'wanted';
    const isLegal = was === after.state || next[was].includes(after.state);
    this.#checks.expect('K12', isLegal, () => `submission ${after.id} went from ${was} to ${after.state}`);
    const isBack = before?.statusAt != null && after.statusAt !== null && after.statusAt < before.statusAt;
    this.#checks.expect('K12', !isBack, () => `submission ${after.id} went back from ${before?.status} to ${after.status}`);
  }

  rival({ id, state }: QueuedSubmission): void {
    this.#checks.expect('K12', isLive(state), () => `a submission was refused because of ${id}, which is ${state}`);
  }
}
