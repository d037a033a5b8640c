import { may } from '#domain/rights/may.ts';
import type { SubmissionAdapter } from '#server/submissions/adapter.ts';
import type { Begun, DueSubmission, Prepared, SendingRows } from '#server/submissions/sending/sender.ts';
import { isEqual } from '../base/destination.ts';
import type { QueuedSubmission } from '../base/submission-disk.ts';
import { actorOf } from './actor.ts';
import type { Service } from './service.ts';
import type { CustomerDisk, ServiceTx } from './service-disk.ts';
import { learn, put, rivalOf } from './submission-store.ts';

const busyStates: ReadonlySet<QueuedSubmission['state']> = new Set(['wanted', 'sending', 'unknown']);

/** Submissions that are due (server/submissions/sending/sending-rows.ts). */
export function dueIn(service: Service, at: Date): DueSubmission[] {
  const now = at.getTime();
  return [...service.disk.customers.values()].flatMap(({ submissions }) =>
    [...submissions.queued.values()].filter(
      ({ state, nextAt, leaseUntil }) =>
        busyStates.has(state) && nextAt !== null && nextAt <= now && (leaseUntil === null || leaseUntil < now),
    ),
  );
}

/** The rows of submissions in the maps of the service: server/submissions/sending/sending-rows.ts. */
export function sendingRowsIn(service: Service): SendingRows {
  const inside = <T>(due: DueSubmission, work: (tx: ServiceTx, customer: CustomerDisk) => T, otherwise: T): Promise<T> => {
    const customer = service.customer(due.customerId);
    return customer ? service.transact(customer, async (tx) => work(tx, customer)) : Promise.resolve(otherwise);
  };
  const until = (seconds: number) => service.clock.now() + seconds * 1000;
  const change = (
    tx: ServiceTx,
    customer: CustomerDisk,
    { id, fence }: DueSubmission,
    values: (held: QueuedSubmission) => Partial<QueuedSubmission>,
  ): number | null => {
    const held = customer.submissions.queued.get(id);
    if (!held || held.fence !== fence || !busyStates.has(held.state)) return null;
    const next = { ...held, ...values(held) };
    put(service, customer, tx, next);
    return next.fence;
  };
  const isOnItsWay = (customer: CustomerDisk | undefined, due: DueSubmission, email: string): boolean =>
    [...(customer?.submissions.queued.values() ?? [])].some(
      (one) =>
        one.id !== due.id &&
        (one.state === 'sending' || (one.appearsUntil ?? 0) > service.clock.now()) &&
        isEqual(one.email, email),
    );
  return {
    lease: (due, seconds) =>
      inside(
        due,
        (tx, customer) =>
          change(tx, customer, due, ({ tries, fence }) => ({ leaseUntil: until(seconds), tries: tries + 1, fence: fence + 1 })),
        null,
      ),
    isBehindAnother: async (due) => isOnItsWay(service.customer(due.customerId), due, due.email),
    begin: async (due, ready, seconds): Promise<Begun> => {
      const user = due.userId === null ? undefined : service.disk.users.get(due.userId);
      if (due.userId !== null && !(user && may(actorOf(user, ''), 'submissions.use')))
        return { kind: 'refused', words: 'Who asked for it may no longer send submissions.' };
      const { email } = ready.submission.caregiver;
      return inside<Begun>(
        due,
        (tx, customer) => {
          if (isOnItsWay(customer, due, email)) return { kind: 'busy' };
          const values = { state: 'sending', extCaregiverId: '', email, leaseUntil: until(seconds) } as const;
          const fence = change(tx, customer, due, (held) => ({ ...values, fence: held.fence + 1 }));
          return fence === null ? { kind: 'gone' } : { kind: 'begun', fence };
        },
        { kind: 'gone' },
      );
    },
    begins: (due, extCaregiverId) =>
      inside(due, (tx, customer) => change(tx, customer, due, () => ({ extCaregiverId })) !== null, false),
    // The simulation keeps no attempts. Their statement is a place where the process may end.
    note: (due) => inside(due, (tx, customer) => void change(tx, customer, due, () => ({})), undefined),
    move: (due, step) =>
      inside(
        due,
        (tx, customer) => {
          const { state, words, lookups, againInSeconds, shown, isNoTry, mayAppear } = step;
          const nextAt = againInSeconds === null ? null : until(againInSeconds);
          const moved = change(tx, customer, due, (held) => ({
            state,
            words,
            lookups,
            nextAt,
            leaseUntil: null,
            fence: held.fence + 1,
            tries: held.tries - (isNoTry ? 1 : 0),
            appearsUntil: mayAppear ? nextAt : null,
            ...(shown && { extId: shown.extId, extCaregiverId: shown.extCaregiverId || due.extCaregiverId }),
          }));
          if (moved === null || !shown) return;
          const at = shown.at ?? new Date(service.clock.now()).toISOString();
          learn(service, customer, tx, due.id, { status: shown.status || 'Submitted', at });
        },
        undefined,
      ),
  };
}

/** Reads the caregiver and checks once more that no one else put it forward (server/submissions/sending/prepare.ts). */
export const preparedIn =
  (service: Service) =>
  async (due: DueSubmission, source: SubmissionAdapter): Promise<Prepared> => {
    const read = await source.readCaregiver?.(due.caregiverId);
    if (read?.kind !== 'done') return { kind: 'later', words: read?.words ?? '' };
    const customer = service.customer(due.customerId);
    if (!read.value || !customer) return { kind: 'refused', words: 'The source no longer has this caregiver. Search again.' };
    const rival = rivalOf(service, customer, { ...due, email: read.value.email });
    if (rival) return { kind: 'refused', words: `It is submission ${rival.id}.` };
    const { reference, providerJobId } = due;
    const keys = { reference, providerJobId, extCaregiverId: null };
    const submission = { ...keys, caregiver: read.value, degreeExtId: '', specialtyExtId: '', fields: {}, documents: [] };
    return { kind: 'ready', submission, used: {}, warnings: '' };
  };
