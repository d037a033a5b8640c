import type { ListedSubmission } from '#server/submissions/adapter.ts';
import type { Destination, Hook } from '../base/destination.ts';
import type { Source } from '../base/source.ts';
import { caregivers, destinationId, type QueuedSubmission, type ReceivedHook, sourceId } from '../base/submission-disk.ts';
import type { Service } from './service.ts';
import type { CustomerDisk, ServiceTx } from './service-disk.ts';
import { learn, nextId, put, rivalOf } from './submission-store.ts';

export type Here = <T>(answer: Promise<T>) => Promise<T>;

/** Takes a webhook. The same body counts once. One that comes while the service is down is lost. */
export function receive(service: Service, customerId: number, { body, ...hint }: Hook): void {
  const customer = service.customer(customerId);
  if (!service.up || !customer) return;
  void service
    .transact(customer, async (tx) => {
      if (!customer.submissions.hooks.has(body)) tx.set(customer.submissions.hooks, body, { ...hint, isSettled: false });
    })
    .catch(() => undefined);
}

/** Settles waiting webhooks of a customer by what the destination shows (server/submissions/status/follow-events.ts). */
export async function followHooks(service: Service, customer: CustomerDisk, destination: Destination, here: Here): Promise<void> {
  const waiting = [...customer.submissions.hooks].filter(([, { isSettled }]) => !isSettled);
  if (waiting.length === 0) return;
  const read = await destination.adapter(customer.id, here).submissions?.();
  if (read?.kind !== 'done' && read?.kind !== 'refused') return;
  for (const [body, hook] of waiting) {
    const found = read.kind === 'done' ? read.value.find(({ extId }) => extId === hook.extId) : { ...hook, status: '', at: null };
    await service.transact(customer, async (tx) =>
      settleOne(service, customer, tx, { body, hook, found, isRead: read.kind === 'done' }),
    );
  }
}

type Settling = {
  readonly body: string;
  readonly hook: ReceivedHook;
  readonly found: ListedSubmission | undefined;
  readonly isRead: boolean;
};

function settleOne(service: Service, customer: CustomerDisk, tx: ServiceTx, { body, hook, found, isRead }: Settling): void {
  const ours = found && submissionOf(customer, found);
  const isOnItsWay = [...customer.submissions.queued.values()].some(
    ({ state, providerJobId }) => (state === 'wanted' || state === 'sending') && providerJobId === found?.providerJobId,
  );
  if (found && !ours && isOnItsWay) return;
  if (found && ours) {
    prove(service, customer, tx, ours, found);
    if (isRead) learn(service, customer, tx, ours.id, { status: found.status, at: found.at ?? '' });
  }
  tx.set(customer.submissions.hooks, body, { ...hook, isSettled: true });
}

/** Our submission that the destination shows: by its id there, or one without an answer by its job and caregiver. */
function submissionOf({ submissions }: CustomerDisk, shown: ListedSubmission): QueuedSubmission | undefined {
  const all = [...submissions.queued.values()];
  const isUnanswered = ({ state, extId }: QueuedSubmission) => extId === '' && (state === 'unknown' || state === 'human');
  return (
    all.find(({ extId }) => extId === shown.extId) ??
    all.findLast(
      (one) =>
        isUnanswered(one) &&
        one.providerJobId === shown.providerJobId &&
        one.extCaregiverId !== '' &&
        one.extCaregiverId === shown.extCaregiverId,
    )
  );
}

function prove(
  service: Service,
  customer: CustomerDisk,
  tx: ServiceTx,
  held: QueuedSubmission,
  { extId }: Pick<ListedSubmission, 'extId'>,
): void {
  if (held.state !== 'unknown' && held.state !== 'human') return;
  const ended = { nextAt: null, leaseUntil: null, words: '', fence: held.fence + 1 };
  put(service, customer, tx, { ...held, ...ended, state: 'sent', extId });
}

/** Reads the statuses of all submissions of a customer, as the schedule and people do. */
export async function readStatuses(
  service: Service,
  customer: CustomerDisk,
  destination: Destination,
  here: Here,
): Promise<void> {
  if (![...customer.submissions.queued.values()].some(({ state }) => state === 'sent')) return;
  const read = await destination.adapter(customer.id, here).submissions?.();
  if (read?.kind !== 'done') return;
  for (const shown of read.value) {
    const known = submissionOf(customer, shown);
    if (!known || (known.extId !== '' && known.status === shown.status)) continue;
    await service.transact(customer, async (tx) => {
      const ours = submissionOf(customer, shown);
      if (!ours) return;
      prove(service, customer, tx, ours, shown);
      learn(service, customer, tx, ours.id, { status: shown.status, at: shown.at ?? '' });
    });
  }
}

/** Sends what people made in the ATS, each once, and writes there why one cannot be sent (server/submissions/ats/follow-ats.ts). */
export async function followSource(service: Service, customer: CustomerDisk, source: Source, here: Here): Promise<void> {
  const since = customer.submissions.cursors.get('source') ?? 0;
  const read = await source.events(customer.id, since, here);
  if (read.kind !== 'done' || read.value.since === since) return;
  const moveOn = () => service.transact(customer, async (tx) => tx.set(customer.submissions.cursors, 'source', read.value.since));
  if (service.seams.readsUpTo === 'fetched') await moveOn();
  for (const asked of read.value.asked) {
    const isKnown = [...customer.submissions.queued.values()].some(({ eventId }) => eventId === asked.id);
    if (isKnown && service.seams.countsEventsOnce) continue;
    const rival = await service.transact(customer, async (tx) => want(service, customer, tx, asked));
    if (rival) asked.reason = `It is submission ${rival.id}.`;
  }
  if (service.seams.readsUpTo === 'sent') await moveOn();
}

function want(
  service: Service,
  customer: CustomerDisk,
  tx: ServiceTx,
  { id: eventId, caregiverId, jobId }: Source['asked'][number],
): QueuedSubmission | undefined {
  const now = service.clock.now();
  const at = new Date(now).toISOString();
  const id = nextId(customer);
  const email = caregivers.get(caregiverId) ?? '';
  const rival = service.seams.keepsOneLive ? rivalOf(service, customer, { id, jobId, caregiverId, email }) : undefined;
  if (rival) return rival;
  const keys = { fromId: sourceId, toId: destinationId, jobId, providerJobId: `HV-${jobId}`, caregiverId };
  const shown = { state: 'wanted', status: '', statusAt: null, extId: '', errorText: '', warningsText: '' } as const;
  const about = { facility: '', source: '', sourceId: null, atsJobId: '' };
  const by = { ownerId: null, owner: '', createdAt: at, version: 1, by: '', at, ref: null, purged: false };
  const base = { id, ...keys, ...shown, ...about, ...by };
  put(service, customer, tx, queuedFrom(service, customer.id, base, { userId: null, eventId, email }));
  return undefined;
}

/** A new row of the queue. */
export const queuedFrom = (
  service: Service,
  customerId: number,
  base: QueuedSubmission['base'],
  by: { readonly userId: number | null; readonly eventId: string; readonly email: string },
): QueuedSubmission => ({
  customerId,
  targetId: base.toId,
  fromId: base.fromId,
  id: base.id,
  reference: `R${service.random.id().slice(0, 10)}`,
  state: 'wanted',
  jobId: base.jobId,
  providerJobId: base.providerJobId,
  caregiverId: base.caregiverId,
  extCaregiverId: '',
  tries: 0,
  lookups: 0,
  fence: 0,
  ...by,
  base,
  extId: '',
  status: '',
  statusAt: null,
  words: '',
  nextAt: service.clock.now(),
  leaseUntil: null,
  appearsUntil: null,
});
