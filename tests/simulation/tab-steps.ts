import { createMemoryDisk } from '#tests/doubles/memory-backend.ts';
import { settle } from './base/sim-clock.ts';
import { copyOfDisk, type Tab } from './browser.ts';
import { signOut } from './leaving.ts';
import { act } from './person.ts';
import type { Step } from './plan.ts';
import type { World } from './world.ts';

type TabStep = Extract<Step, { tab: number }>;

/** Carries out a step on one tab or its browser. */
export async function takeAtTab(world: World, step: TabStep, tab: Tab): Promise<void> {
  const { browser } = tab;
  const { clock, faults } = world;
  switch (step.do) {
    case 'person': {
      if (tab.frozen) return;
      const actions = {
        checks: world.checks,
        instant: (one: Tab) => new Date(one.clock.now() + world.nextAction()).toISOString(),
      };
      // If its tab died during an action, the action was never reported as saved.
      void act(actions, tab, step.action, step.lot).catch((error: unknown) => world.onlyDeath(tab, error));
      return settle();
    }
    case 'connection':
      browser.mood = step.mood;
      return;
    case 'kill tab':
      tab.doom = { at: step.at, left: step.count };
      tab.engine?.retryNow();
      clock.after(8_000, () => {
        if (tab.alive) faults.hit('tab killed: anywhere');
        void world.reload(tab);
      });
      return;
    case 'freeze tab':
      faults.hit('frozen tab');
      tab.frozen = true;
      clock.after(75_000, () => tab.thaw());
      return;
    case 'nudge':
      tab.engine?.retryNow();
      return;
    case 'fill device':
      browser.room = step.room;
      clock.after(20_000, () => (browser.room = Infinity));
      return;
    case 'jump clock':
      faults.hit('clock jump');
      browser.clockOffset += step.hours * 3_600_000;
      return;
    case 'switch customer': {
      if (browser.userId !== 1) return;
      faults.hit('customer switch');
      tab.die();
      return world.open(browser, tab.place.customerId === 1 ? 2 : 1);
    }
    case 'sign out':
      void signOut(world, tab, step.how, step.lot).catch((error: unknown) => world.onlyDeath(tab, error));
      return settle();
    case 'update app':
      world.release();
      // The user accepts the update. The browser's other tabs run the old code a little longer.
      for (const [i, one] of browser.liveTabs().entries()) clock.after(i * 6_000, () => void world.update(one));
      if (step.lot % 3 === 0) world.retireOldVersions();
      return settle();
    case 'roll app back':
      if (world.version === 1) return;
      faults.hit('app rolled back');
      browser.version = world.version - 1;
      await world.reload(tab);
      clock.after(30_000, () => {
        for (const one of browser.liveTabs()) void world.update(one);
      });
      return;
    default:
      return toDisk(world, step.do, tab);
  }
}

/** Changes a browser's database while it is closed. */
async function toDisk(world: World, what: 'wipe store' | 'copy store' | 'restore store', tab: Tab): Promise<void> {
  const { place, browser } = tab;
  if (what === 'copy store') {
    place.copy = copyOfDisk(place.disk);
    place.copiedAt = world.clock.now();
    return;
  }
  if (what === 'restore store' && !place.copy) return;
  world.faults.hit(what === 'wipe store' ? 'store wiped' : 'store restored to an older copy');
  for (const other of browser.liveTabs()) if (other.place === place) other.die();
  await settle();
  place.disk = what === 'wipe store' || !place.copy ? createMemoryDisk() : copyOfDisk(place.copy);
  world.checks.storeReplaced(place, what === 'wipe store' ? -Infinity : place.copiedAt);
  await world.open(browser, place.customerId);
}
