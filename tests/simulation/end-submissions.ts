import { isWithdrawn } from '#domain/submissions/words.ts';
import { isEqual } from './base/destination.ts';
import { type QueuedSubmission, shownOf } from './base/submission-disk.ts';
import type { CustomerDisk } from './service/service-disk.ts';
import { put } from './service/submission-store.ts';
import { resend } from './submission-steps.ts';
import type { World } from './world.ts';

const minuteMs = 60_000;
/** Longer than all look-ups and the longest lease. */
const mostMinutes = 90;
const open: ReadonlySet<QueuedSubmission['state']> = new Set(['wanted', 'sending', 'unknown']);

/** Lets the queue end without devices. People decide what only they can. Then checks what must hold. */
export async function endSubmissions(world: World): Promise<void> {
  const { service, clock } = world;
  for (const tab of world.tabs) tab.die();
  service.isPostingOver = true;
  for (let minute = 0, isOver = false; minute < mostMinutes && !isOver; minute++) {
    await clock.pass(minuteMs);
    const decided = await decideAll(world);
    isOver = !decided && submissionsOf(world).every(({ state }) => !open.has(state));
  }
  await clock.pass(minuteMs);
  for (const customer of service.disk.customers.values()) checkCustomer(world, customer);
  checkCandidates(world);
  for (const { id, reason, customerId } of world.source.asked) {
    const sent = submissionsOf(world).filter((one) => one.customerId === customerId && one.eventId === id);
    world.checks.expect('K12', sent.length > 0 || reason !== null, () => `event ${id} of the ATS was lost`);
    world.checks.expect('K12', sent.length <= 1, () => `event ${id} of the ATS made ${sent.length} submissions`);
  }
}

const submissionsOf = ({ service }: World): QueuedSubmission[] =>
  [...service.disk.customers.values()].flatMap(({ submissions }) => [...submissions.queued.values()]);

/** A person looks at the destination: it is there under an id, or it is sent again. Returns whether anything was decided. */
async function decideAll(world: World): Promise<boolean> {
  const { service, destination } = world;
  const waiting = submissionsOf(world).filter(({ state }) => state === 'human');
  for (const { id, customerId, providerJobId, extCaregiverId } of waiting) {
    const customer = service.customer(customerId);
    const there = destination.submissions.find(
      (one) =>
        one.customerId === customerId &&
        one.providerJobId === providerJobId &&
        one.extCaregiverId === extCaregiverId &&
        !isWithdrawn(one.status),
    );
    if (!there) await resend(world, customerId, id);
    else if (customer)
      await service.transact(customer, async (tx) => {
        const held = customer.submissions.queued.get(id);
        if (held?.state === 'human')
          put(service, customer, tx, { ...held, state: 'sent', extId: there.extId, words: '', nextAt: null });
      });
  }
  return waiting.length > 0;
}

function checkCustomer({ checks, destination, service }: World, customer: CustomerDisk): void {
  const { queued } = customer.submissions;
  const rows = [...customer.rows.values()].flatMap((held) => (held.collection === 'submission' && held.row ? [held.row] : []));
  for (const row of rows) {
    const held = queued.get(row.id);
    checks.expect('K12', held !== undefined, () => `submission ${row.id} was acknowledged and is not in the queue`);
    const isSame = held === undefined || JSON.stringify(shownOf(held)) === JSON.stringify(row);
    checks.expect('K12', isSame, () => `submission ${row.id} is shown otherwise than it is`);
  }
  const there = destination.submissions.filter(({ customerId }) => customerId === customer.id);
  for (const held of queued.values()) {
    checks.expect('K12', !open.has(held.state), () => `submission ${held.id} is ${held.state} for ever: ${held.words}`);
    const found = there.find(({ extId }) => extId === held.extId);
    if (held.state === 'sent') {
      const isThere = found?.providerJobId === held.providerJobId && found.extCaregiverId === held.extCaregiverId;
      checks.expect('K12', isThere, () => `submission ${held.id} is sent and not at its destination`);
      const isCurrent = destination.isBlind || found?.status === held.status;
      checks.expect('K12', isCurrent, () => `submission ${held.id} is ${held.status} instead of ${found?.status}`);
    }
  }
  // A destination that cannot be asked gets again what a restored database has forgotten (docs/decisions/0149).
  if (destination.isBlind && (service.restored || service.lostTail)) return;
  const known = new Set(Array.from(queued.values(), ({ extId }) => extId));
  for (const one of there) {
    const twin = there.find(
      (other) =>
        other.extId < one.extId &&
        other.providerJobId === one.providerJobId &&
        other.extCaregiverId === one.extCaregiverId &&
        !isWithdrawn(other.status) &&
        !isWithdrawn(one.status),
    );
    checks.expect('K12', !twin, () => `${one.providerJobId} has ${one.extCaregiverId} as ${twin?.extId} and ${one.extId}`);
    const isKnown = known.has(one.extId) || isWithdrawn(one.status) || service.restored || service.lostTail;
    checks.expect('K12', isKnown, () => `${one.extId} is at the destination, and no submission has it`);
  }
}

/** A caregiver is made at a destination once. */
function checkCandidates({ checks, destination }: World): void {
  for (const [at, one] of destination.candidates.entries()) {
    const isTwin = destination.candidates
      .slice(0, at)
      .some((other) => other.customerId === one.customerId && isEqual(other.email, one.email));
    checks.expect('K12', !isTwin, () => `${one.email} was made twice at the destination`);
  }
}
