import { scopeOf } from '#server/feed/scope.ts';
import { keptNotices } from '#src/store/store.ts';
import type { Tab } from './browser.ts';
import { actorOf } from './service/actor.ts';
import { unlikeOrders, unlikeReceipts } from './service/service-posting.ts';
import { feedIn, journalIn, laneIn, layoutsIn, noticesIn, outboxIn, overlayIn } from './store-view.ts';
import type { World } from './world.ts';

/** Maximum number of requests that carried one change, however bad the connection was. */
const mostPushes = 60;
/** Maximum number of entries in an outbox and its journal after histories of this length. */
const mostEntries = 400;
const weekMs = 7 * 86_400_000;

/** Checks what must hold one minute after all faults have ended. */
export function checkEnd(world: World): void {
  const { checks, service } = world;
  for (const tab of world.tabs) checkTab(world, tab);
  // A wiped tab does nothing until its user signs in again.
  const shown = new Set(world.tabs.flatMap(({ place, engine }) => (engine?.state().wiped ? [] : [place])));
  checks.findLost((place) => shown.has(place) && service.mayUse(place.userId, place.customerId));

  for (const customer of service.disk.customers.values()) {
    for (const words of unlikeReceipts(customer)) checks.report('K7', words);
    for (const words of service.lostTail ? [] : unlikeOrders(service, customer, world.ats)) checks.report('K7', words);
    checkOrder(world, customer.id);
  }
  checkAts(world);
  for (const [fingerprint, times] of checks.pushes)
    checks.expect('K9', times <= mostPushes, () => `change ${fingerprint} was sent ${times} times`);
}

function checkTab(world: World, tab: Tab): void {
  const { checks, service } = world;
  const { place } = tab;
  const state = tab.engine?.state();
  const lane = laneIn(place.disk);
  const feed = feedIn(place.disk);
  const user = service.disk.users.get(place.userId);
  const customer = service.customer(place.customerId);
  if (!state || !lane || !feed || !user || !customer) return;
  const outbox = outboxIn(place.disk);
  bounded(world, tab);
  if (!service.mayUse(user.id, place.customerId)) {
    checks.expect('K10', layoutsIn(place.disk).length === 0, () => `${tab.name} has no access but still has rows`);
    return;
  }
  if (state.wiped) {
    // Another tab of the store may have started over with another lane.
    const killed = customer.clients.get(lane.clientId)?.killed === true;
    checks.expect('K10', !killed, () => `${tab.name} was killed and still has its lane`);
    return;
  }
  const open = outbox.filter((entry) => entry.state !== 'parked');
  checks.expect(
    'K9',
    open.length === 0,
    () => `${tab.name} still has ${open.map(({ name, state }) => `${name} ${state}`).join(', ')}; it is ${state.phase}`,
  );
  checks.expect('K9', !state.stalled, () => `${tab.name} says it is stalled`);
  const failed = outbox.filter((entry) => entry.parked?.code === 'failed' || entry.parked?.code === 'crashed');
  checks.expect(
    'K9',
    failed.length === 0,
    () => `${tab.name} has a change that failed because of a bug: ${failed[0]?.name} ${failed[0]?.parked?.message}`,
  );
  const phase = outbox.length > 0 ? 'needs-you' : 'synced';
  checks.expect('K9', state.phase === phase, () => `${tab.name} says ${state.phase} instead of ${phase}`);
  const truth = checks.truths.get(place.customerId);
  const scope = scopeOf(actorOf(user, ''), place.customerId);
  checks.expect(
    'K3',
    feed.since === customer.rev && feed.scope === scope.hash && feed.epoch === service.disk.epoch,
    () => `${tab.name} is at ${feed.since} of ${customer.rev}`,
  );
  if (feed.since !== null && truth && feed.since === customer.rev)
    checks.compareBase(place, feed.since, scope.hash, truth, user.id);
  checks.expect(
    'K3',
    open.length > 0 || overlayIn(place.disk).length === 0,
    () => `${tab.name} shows local changes that do not exist`,
  );
  const foreign = [...layoutsIn(place.disk)].filter(
    ({ collection, live }) => live.length > 0 && !scope.collections.includes(collection),
  );
  checks.expect('K10', foreign.length === 0, () => `${tab.name} still has ${foreign.map(({ collection }) => collection).join()}`);
}

function bounded({ checks, clock }: World, tab: Tab): void {
  const { disk } = tab.place;
  const journal = journalIn(disk);
  checks.expect('K11', noticesIn(disk).length <= keptNotices, () => `${tab.name} keeps ${noticesIn(disk).length} notices`);
  checks.expect(
    'K11',
    journal.length + outboxIn(disk).length <= mostEntries,
    () => `${tab.name} keeps ${journal.length} old changes`,
  );
  const now = clock.now();
  const old = journal.filter(({ ackedAt }) => now - Date.parse(ackedAt) > weekMs + 86_400_000);
  checks.expect('K11', old.length === 0, () => `${tab.name} keeps changes that were acknowledged a week ago`);
}

/** K4: a lane's changes took effect in order of their numbers, without a gap. */
function checkOrder({ checks, service }: World, customerId: number): void {
  const customer = service.customer(customerId);
  if (!customer) return;
  const last = new Map<string, { seq: number; rev: number }>();
  for (const { clientId, seq, rev } of customer.audit) {
    const before = last.get(clientId);
    checks.expect(
      'K4',
      !before || (before.seq < seq && before.rev <= rev),
      () => `lane ${clientId} applied ${seq} after ${before?.seq}`,
    );
    last.set(clientId, { seq, rev });
  }
  for (const [clientId, { lastSeq }] of customer.clients) {
    const missing = Array.from({ length: lastSeq }, (_, i) => i + 1).find((seq) => !customer.results.has(`${clientId}:${seq}`));
    checks.expect('K4', missing === undefined, () => `lane ${clientId} skipped ${missing}`);
  }
}

/** K7: at most one job for each posting, and exactly one if the posting is done. */
function checkAts({ checks, ats, service }: World): void {
  const orders = new Map<string, string[]>();
  for (const { order, externalId } of ats.made) orders.set(order, [...(orders.get(order) ?? []), externalId]);
  for (const [order, made] of orders)
    checks.expect('K7', made.length === 1, () => `job ${order} is in the ATS as ${made.join(' and ')}`);
  for (const customer of service.disk.customers.values()) {
    for (const post of customer.posts.values()) {
      if (post.state !== 'done') continue;
      const found = ats.made.filter(({ reference }) => reference === post.reference);
      checks.expect('K7', found.length === 1, () => `post ${post.reference} is done and is in the ATS ${found.length} times`);
    }
  }
}
