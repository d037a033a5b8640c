import { isWithdrawn } from '#domain/submissions/words.ts';
import type { LearnedStatus } from '#server/submissions/status/status-rows.ts';
import { isEqual } from '../base/destination.ts';
import { type QueuedSubmission, shownOf } from '../base/submission-disk.ts';
import type { Service } from './service.ts';
import type { CustomerDisk, ServiceTx } from './service-disk.ts';

/** What makes two submissions the same: the caregiver by id or email address, and the job. */
type Key = Pick<QueuedSubmission, 'id' | 'jobId' | 'caregiverId' | 'email'>;

/** Another transaction put the same caregiver forward: the unique index refuses this one. */
class NotUnique extends Error {
  override readonly name = 'NotUnique';
}

const isSameKey = (one: Key, other: Key): boolean =>
  one.id !== other.id &&
  one.jobId === other.jobId &&
  (one.caregiverId === other.caregiverId || (one.email !== '' && isEqual(one.email, other.email)));

/** The live submission that keeps another one from being made (server/submissions/requests/want-submission.ts). */
export function rivalOf(service: Service, { submissions }: CustomerDisk, wanted: Key): QueuedSubmission | undefined {
  const rival = [...submissions.queued.values()].find((one) => service.seams.isLive(one.state) && isSameKey(one, wanted));
  if (rival) service.watcher.rival(rival);
  return rival;
}

/** Live submissions of one customer that are of the same caregiver and job; by the true meaning of "live". */
export function liveTwice({ submissions }: CustomerDisk, isLive: (state: QueuedSubmission['state']) => boolean): string[] {
  const live = [...submissions.queued.values()].filter(({ state }) => isLive(state));
  return live.flatMap((one, at) =>
    live.slice(at + 1).flatMap((other) => (isSameKey(one, other) ? [`${one.id} and ${other.id} for job ${one.jobId}`] : [])),
  );
}

export const nextId = ({ submissions }: CustomerDisk): number => Math.max(0, ...submissions.queued.keys()) + 1;

/** Writes a submission. Its copy for devices gets the next revision if it says something new (migration 983). */
export function put(service: Service, customer: CustomerDisk, tx: ServiceTx, next: QueuedSubmission): void {
  const { queued } = customer.submissions;
  const before = queued.get(next.id);
  if (service.seams.keepsOneLive && service.seams.isLive(next.state)) {
    const other = [...queued.values()].find((one) => service.seams.isLive(one.state) && isSameKey(one, next));
    if (other) throw new NotUnique(`${next.id} beside ${other.id}`);
  }
  tx.set(queued, next.id, next);
  service.watcher.submitted(before, next);
  const key = `submission/${next.id}`;
  const row = shownOf(next);
  if (JSON.stringify(customer.rows.get(key)?.row) === JSON.stringify(row)) return;
  const rev = customer.rev + 1;
  tx.set(customer.rows, key, { collection: 'submission', id: next.id, rev, row });
  tx.rev(customer, rev);
}

/** Puts a submission into the queue again (`sentAgain`). False if it is in no state for it. */
export function sendAgain(service: Service, customer: CustomerDisk, tx: ServiceTx, id: number): boolean {
  const held = customer.submissions.queued.get(id);
  if (!held || !service.seams.maySendAgain(held.state)) return false;
  const nextAt = service.clock.now();
  const from = { tries: 0, lookups: 0, words: '', extCaregiverId: '', leaseUntil: null, fence: held.fence + 1 };
  put(service, customer, tx, { ...held, ...from, state: 'wanted', nextAt });
  return true;
}

type Learned = Pick<LearnedStatus, 'status' | 'at'>;

/** Takes a status that was read (server/submissions/status/status-rows.ts). */
export function learn(service: Service, customer: CustomerDisk, tx: ServiceTx, id: number, { status, at }: Learned): void {
  const held = customer.submissions.queued.get(id);
  if (!held || !service.seams.isNews({ current: held.status, currentAt: held.statusAt }, { status, at })) return;
  const state = isWithdrawn(status) ? ('withdrawn' as const) : held.state;
  put(service, customer, tx, { ...held, status, statusAt: at, state });
}
