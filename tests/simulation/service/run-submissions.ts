import type { Logger } from 'pino';
import { createPostingQueue } from '#server/posting/posting-queue.ts';
import { createSender, type DueSubmission } from '#server/submissions/sending/sender.ts';
import { leaseSeconds } from '#server/submissions/sending/sending-state.ts';
import type { Destination } from '../base/destination.ts';
import type { Source } from '../base/source.ts';
import { destinationId } from '../base/submission-disk.ts';
import { followHooks, followSource, readStatuses, receive } from './follow-submissions.ts';
import { dueIn, preparedIn, sendingRowsIn } from './sending-rows.ts';
import type { Service } from './service.ts';
import type { CustomerDisk } from './service-disk.ts';
import { answersTo } from './service-posting.ts';

const pollMs = 1_000;
const sourceMs = 5_000;
/** More often than in the product, so that short histories have readings that overlap. */
const statusMs = 15_000;

type Systems = { readonly source: Source; readonly destination: Destination };

/** Runs the product's sender and queue over the service's maps, and reads webhooks, statuses and events. Starts again with each process. */
export function startSubmissions(service: Service, { source, destination }: Systems): void {
  destination.onHook = (customerId, hook) => receive(service, customerId, hook);
  service.atStart(() => {
    const { process } = service;
    if (service.recovered) endLeases(service);
    const here = answersTo(service, process);
    const send = createSender({
      rows: service.seams.submissionRows(sendingRowsIn(service)),
      now: () => new Date(service.clock.now()),
      open: async (customerId, targetId) =>
        targetId === destinationId ? service.seams.destination(destination.adapter(customerId, here)) : source.adapter(here),
      prepare: preparedIn(service),
      reconcileFirst: service.reconciles && service.seams.reconciles,
      leaseSeconds,
    });
    const queue = createPostingQueue<DueSubmission>({
      readDue: async (at) => dueIn(service, at),
      log: { error: () => undefined } as unknown as Logger,
      now: () => new Date(service.clock.now()),
      attempt: send,
      pollMs,
    });
    const each = (work: (customer: CustomerDisk) => Promise<void>) => async () => {
      for (const customer of service.disk.customers.values()) await work(customer);
    };
    const hooks = each((customer) => followHooks(service, customer, destination, here));
    repeat(service, process, pollMs, async () => {
      await hooks();
      if (dueIn(service, new Date(service.clock.now())).length > 0) await queue.runOnce();
    });
    repeat(
      service,
      process,
      sourceMs,
      each((customer) => followSource(service, customer, source, here)),
    );
    repeat(
      service,
      process,
      statusMs,
      each((customer) => readStatuses(service, customer, destination, here)),
    );
  });
}

/** Does something again and again until its process ends. */
function repeat(service: Service, process: number, ms: number, work: () => Promise<unknown>): void {
  const turn = async () => {
    if (!service.up || service.process !== process) return;
    await work().catch(() => undefined);
    service.clock.after(ms, () => void turn());
  };
  void turn();
}

function endLeases(service: Service): void {
  for (const { submissions } of service.disk.customers.values())
    for (const [id, held] of submissions.queued) submissions.queued.set(id, { ...held, leaseUntil: null });
}
