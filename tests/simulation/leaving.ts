import { exportOutbox } from '#src/outbox/items.ts';
import { openStore, type Store } from '#src/store/store.ts';
import { createMemoryBackend } from '#tests/doubles/memory-backend.ts';
import { frozenRows } from './base/frozen-rows.ts';
import { type Browser, deviceOf, keyOf, type StoreDisk, type Tab } from './browser.ts';
import type { Leaving } from './plan.ts';
import { people } from './service/service-work.ts';
import { baseIn, outboxIn, overlayIn, schemaIn } from './store-view.ts';
import type { World } from './world.ts';

const sendingMs = 20_000;
const lookMs = 300;
/** Length of another user's visit. */
const visitMs = 45_000;

const unsentIn = ({ disk }: StoreDisk) => outboxIn(disk).filter((entry) => entry.state !== 'acked').length;

/** Signs out as the app does (src/app/session/resolve-unsent.ts). Later the same user or another one signs in. */
export async function signOut(world: World, tab: Tab, how: Leaving, lot: number): Promise<void> {
  const { browser } = tab;
  if (tab.frozen || !tab.store || browser.cookie === null) return;
  if (how === 'send' && !(await sentAll(world, tab))) return;
  // Old code must not write to a newer schema, so such a page is reloaded instead.
  if (!tab.alive || (schemaIn(tab.place.disk)?.schema ?? 0) > tab.version) return;
  world.faults.hit(`sign-out: ${how}`);
  const shown = [...new Set(browser.liveTabs().map(({ place }) => place.customerId))];
  await clearDevice(world, tab, tab.store, how === 'discard');
  endSession(world, browser);
  const stranger = lot % 3 === 0 ? people.find(({ id }) => id !== browser.owner && id !== browser.userId) : undefined;
  if (stranger && browser.userId === browser.owner) {
    world.faults.hit('another person signs in');
    arrive(world, browser, stranger.id, [stranger.customerId]);
    const visit = browser.visits;
    world.clock.after(visitMs, () => void goHome(world, browser, shown, visit));
  } else arrive(world, browser, browser.userId, shown);
}

async function sentAll({ clock }: World, tab: Tab): Promise<boolean> {
  tab.engine?.retryNow();
  for (let waited = 0; waited < sendingMs; waited += lookMs) {
    if (!tab.alive) return false;
    if (unsentIn(tab.place) === 0) return true;
    await clock.wait(lookMs);
  }
  return false;
}

/** Removes the rows of every customer from the device. Unsent changes stay unless the user discards them. */
async function clearDevice(world: World, tab: Tab, store: Store, discards: boolean): Promise<void> {
  const { browser, place } = tab;
  const { seams } = browser.ports;
  for (const other of browser.liveTabs()) if (other !== tab) other.die();
  tab.engine?.stop();
  const mine = [...browser.disks.values()].filter(({ userId }) => userId === browser.userId);
  for (const one of mine) {
    const opened = one === place ? store : await openBare(tab, one);
    if (one === place && discards) await exportOutbox(opened);
    // A device failure must not prevent the sign-out.
    if (unsentIn(one) > 0 && !(one === place && discards))
      await seams.lockWork(opened).catch((error: unknown) => world.onlyDeath(tab, error));
    else {
      await opened.destroy();
      world.checks.forgetAll(one);
    }
    if (!tab.alive) return;
    if (one !== place) opened.close();
  }
  for (const { name, disk } of mine)
    world.checks.expect(
      'K10',
      baseIn(disk).size === 0 && overlayIn(disk).length === 0,
      () => `${name} still holds rows although its person signed out`,
    );
}

function openBare(tab: Tab, place: StoreDisk): Promise<Store> {
  const { browser } = tab;
  const backend = browser.ports.seams.backend(createMemoryBackend(place.name, place.disk, () => undefined, frozenRows));
  return openStore(backend, keyOf(place), deviceOf(tab), {
    schema: Math.max(tab.version, schemaIn(place.disk)?.schema ?? 0),
    minReader: 1,
  });
}

/** Closes the pages and deletes the cookie. The service is informed if it can be reached. */
function endSession({ service }: World, browser: Browser): void {
  for (const tab of browser.liveTabs()) tab.die();
  const id = browser.cookie?.split('.', 1)[0] ?? '';
  const session = service.disk.sessions.get(id);
  if (session && service.up && browser.mood !== 'cut' && browser.mood !== 'portal')
    service.disk.sessions.set(id, { ...session, ended: true });
  browser.cookie = null;
}

function arrive(world: World, browser: Browser, userId: number, customerIds: readonly number[]): void {
  const visit = ++browser.visits;
  world.clock.after(5_000, () => {
    if (browser.visits === visit) void world.arrive(browser, userId, customerIds);
  });
}

/** Signs out a visitor of another user's browser, as the app does after inactivity. */
export async function goHome(
  world: World,
  browser: Browser,
  customerIds: readonly number[],
  visit = browser.visits,
): Promise<void> {
  if (browser.visits !== visit) return;
  browser.visits++;
  // A page with old code must not write to a newer schema, so it is reloaded first.
  for (const old of browser.liveTabs()) await world.update(old);
  const tab = browser.liveTabs().find(({ store }) => store !== null);
  try {
    if (tab?.store) await clearDevice(world, tab, tab.store, false);
  } catch (error) {
    if (tab) world.onlyDeath(tab, error);
  }
  endSession(world, browser);
  await world.arrive(browser, browser.owner, customerIds);
}
