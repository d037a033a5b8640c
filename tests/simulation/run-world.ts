import { resumeLane } from '#src/outbox/items.ts';
import { settle } from './base/sim-clock.ts';
import type { Browser } from './browser.ts';
import { goHome } from './leaving.ts';
import { takeOutside } from './outside-steps.ts';
import type { Step } from './plan.ts';
import { startSubmissions } from './service/run-submissions.ts';
import { startPosting } from './service/service-posting.ts';
import { takeAtTab } from './tab-steps.ts';
import type { World } from './world.ts';

/** Performs every step of the plan after its wait. */
export async function runWorld(world: World): Promise<void> {
  startPosting(world.service, world.ats, world.plan.resendWhenAbsent);
  if (world.plan.submissions) startSubmissions(world.service, world);
  for (const [i, { tabs }] of world.plan.browsers.entries()) {
    const browser = world.browsers[i] as Browser;
    world.signIn(browser);
    for (const customerId of tabs) await world.open(browser, customerId);
  }
  await world.clock.pass(2_000);
  for (const step of world.plan.steps) {
    await world.clock.pass(step.wait);
    world.trace.add(`step ${JSON.stringify(step)}`);
    await takeStep(world, step);
  }
}

/** Performs one step. Does nothing when the step is not possible. */
async function takeStep(world: World, step: Step): Promise<void> {
  if (step.do === 'open tab') {
    const browser = world.browsers[step.lot % world.browsers.length] as Browser;
    const customerId = browser.liveTabs()[0]?.place.customerId;
    if (customerId !== undefined && world.tabs.length < 6) await world.open(browser, customerId);
    return;
  }
  if (!('tab' in step)) return takeOutside(world, step);
  const { tabs } = world;
  const tab = tabs[step.tab % Math.max(1, tabs.length)];
  if (tab) await takeAtTab(world, step, tab);
}

/** Ends every fault; users do what their screens ask. Then one minute passes, or a quarter of an hour without users. */
export async function healWorld(world: World): Promise<void> {
  const { service, clock } = world;
  service.doom = null;
  service.unsynced = null;
  service.stormUntil = 0;
  world.ats.mood = 'good';
  world.source.mood = 'good';
  world.destination.mood = 'good';
  while (!service.up) await clock.pass(1_000);
  for (const browser of world.browsers) {
    browser.mood = 'good';
    browser.room = Infinity;
    for (const tab of browser.liveTabs()) {
      tab.doom = null;
      tab.thaw();
    }
  }
  world.trace.add('healed');
  // Every user opens each of their customers once more. A store that could not be opened is opened again.
  for (const browser of world.browsers) {
    browser.version = world.version;
    if (browser.userId !== browser.owner || browser.cookie === null) await goHome(world, browser, []);
    browser.visits++;
    for (const tab of browser.liveTabs()) if (!tab.engine || tab.version < world.version) tab.die();
    const shown = new Set(browser.liveTabs().map(({ place }) => place));
    for (const place of browser.disks.values())
      if (place.userId === browser.owner && !shown.has(place)) await world.open(browser, place.customerId);
  }
  if (world.plan.quietEnd) {
    await clock.pass(12 * 60_000);
  } else {
    for (const tab of world.tabs) tab.engine?.retryNow();
  }
  // One minute after the last automatic event, because the ATS may answer late.
  for (let i = 0, quiet = 0; quiet < 12 && i < 200; i++) {
    const before = world.commits;
    // A user opens each tab again.
    if (i === 7 && !world.plan.quietEnd) for (const tab of world.tabs) tab.engine?.retryNow();
    const attended = await attend(world);
    await clock.pass(5_000);
    quiet = world.commits === before && !attended ? quiet + 1 : 1;
    if (world.tabs.some((tab) => tab.endedSession)) quiet = 0;
  }
}

/** Signs in where a page asks for it, retries where access was lost, and resumes paused lanes. */
async function attend(world: World): Promise<boolean> {
  let attended = false;
  for (const browser of world.browsers) {
    const out = browser.liveTabs().some((tab) => tab.endedSession || tab.engine?.state().phase === 'signed-out');
    const session = browser.cookie === null ? undefined : world.service.disk.sessions.get(browser.cookie.split('.')[0] ?? '');
    if (out && (!session || session.ended)) world.signIn(browser);
    for (const tab of browser.liveTabs()) {
      const { paused, phase, wiped } = tab.engine?.state() ?? {};
      if (wiped) continue;
      if (tab.endedSession || phase === 'signed-out' || paused === 'no_access') {
        attended ||= paused !== 'no_access';
        tab.endedSession = false;
        tab.engine?.signedIn();
      }
      if (paused === 'refusals' && tab.store) await resumeLane(tab.store).catch((error: unknown) => world.onlyDeath(tab, error));
    }
  }
  await settle();
  return attended;
}
