import type { Change } from '#domain/commands/kit/command.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { scan } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';
import { caregiverOf, destinationId, sourceId } from './base/submission-disk.ts';
import type { AroundSubmissions } from './base/submission-plan.ts';
import { readStatuses } from './service/follow-submissions.ts';
import { answersTo } from './service/service-posting.ts';
import { customerIds } from './service/service-work.ts';
import { rivalOf, sendAgain } from './service/submission-store.ts';
import type { World } from './world.ts';

/** Few jobs, so that several people put the same caregiver forward. */
const jobsUsed = 3;

/** A device's change of submissions; null when there is nothing to change. */
export async function submissionChange(
  store: Store,
  action: 'submit' | 'submit again',
  jobId: number,
  lot: number,
): Promise<Change | null> {
  if (action === 'submit again') {
    const rows = await scan(store, 'submission');
    const row = rows[lot % Math.max(1, rows.length)];
    return row ? { name: 'submission.resend.v1', args: { id: row.id, ref: row.ref } } : null;
  }
  const ref = uuidOf(store.device.newId());
  const ids = { fromId: sourceId, toId: destinationId, jobId: 1 + (jobId % jobsUsed), ownerId: store.key.userId };
  const args = { id: localIdOf(ref), ref, ...ids, providerJobId: '', caregiverId: caregiverOf(lot) };
  return { name: 'submission.send.v1', args };
}

/** A random UUID from 32 hexadecimal digits. */
const uuidOf = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-');

/** Carries out a step outside of devices: in the ATS, at the destination, or by a person who works online. */
export function aroundSubmissions(world: World, step: AroundSubmissions): void {
  const { service, source, destination } = world;
  if (step.do === 'submission systems') {
    source.mood = step.mood;
    destination.mood = step.mood;
    return;
  }
  const { lot } = step;
  const customer = service.customer(lot % 4 === 0 ? customerIds[1] : customerIds[0]);
  if (!customer) return;
  switch (step.do) {
    case 'move submission':
      return destination.move(lot);
    case 'forge webhook':
      return destination.forge(lot);
    case 'submit in the ATS':
      return source.ask(customer.id, caregiverOf(lot), 1 + (lot % jobsUsed));
    case 'send again': {
      const ids = [...customer.submissions.queued.keys()];
      const id = ids[lot % Math.max(1, ids.length)];
      if (service.up && id !== undefined) void resend(world, customer.id, id);
      return;
    }
    case 'read statuses':
      if (service.up)
        void readStatuses(service, customer, destination, answersTo(service, service.process)).catch(() => undefined);
  }
}

/** A person clicks Resubmit (server/submissions/requests/send.ts). Returns once the service has it or has refused it. */
export async function resend({ service }: World, customerId: number, id: number): Promise<void> {
  const customer = service.customer(customerId);
  if (!customer) return;
  await service
    .transact(customer, async (tx) => {
      const held = customer.submissions.queued.get(id);
      if (!held || !service.seams.maySendAgain(held.state) || rivalOf(service, customer, held)) return;
      sendAgain(service, customer, tx, id);
    })
    .catch(() => undefined);
}
