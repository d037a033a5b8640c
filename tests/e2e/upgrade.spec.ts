import { cp, rm } from 'node:fs/promises';
import { expect, type Page, test } from 'playwright/test';
import { figure, openSignedIn, pill, synced } from '../support/app-page.ts';
import { ChromiumProcess } from '../support/chromium-process.ts';
import { Door } from '../support/door.ts';
import { notThereOnce } from '../support/history.ts';
import { buildNextVersion } from '../support/next-build.ts';
import type { Edit } from '../support/page-kit.ts';
import { putKit } from '../support/put-kit.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { startBehind } from '../support/start-behind.ts';

/** How often a device with unsent changes is upgraded, every other time with a kill during it; the long form sets 50. */
const upgrades = Number(process.env['UPGRADE_ROUNDS'] ?? 2);
const queued = 500;
/** Calls that the service refuses as busy; it still serves the app's files. */
const busy = /^\/(api|auth)\//;

test.describe.configure({ mode: 'serial' });

let service: ServiceProcess;
let door: Door;
let browser: ChromiumProcess;
let address = '';
let edits: Edit[] = [];
/** A browser profile with the earlier version and unsent changes, to copy. */
let filled = '';

test.beforeAll(async () => {
  test.setTimeout(600_000);
  ({ service, front: door, address } = await startBehind((port) => new Door(port)));
  browser = await ChromiumProcess.ofTest();
  filled = `${browser.profile}-filled`;
  edits = await fillOutbox();
  const [next] = await Promise.all([buildNextVersion(), service.stop()]);
  service.build = next;
  await service.start();
});
test.afterAll(async () => {
  await browser.remove();
  await rm(filled, { recursive: true, force: true });
  await door.close();
  await service.remove();
});
test.beforeEach(() => takeFilled());

test(`[edge cases 10, 11] a new version with a new schema keeps ${queued} unsent changes while an old tab is open, even if killed during the upgrade`, {
  tag: '@long',
}, async () => {
  test.setTimeout(120_000 + upgrades * 120_000);
  let early = 0;
  let longestMs = 0;
  for (let round = 0; round < upgrades; round++) {
    await takeFilled();
    const { page, context } = await browser.start();
    const old = page;
    await goOn(old);
    const updated = await context.newPage();
    await goOn(updated);
    await expect(pill(updated, 'Update ready')).toBeVisible({ timeout: 60_000 });
    if (round % 2 === 1) {
      await pill(updated, 'Update ready').click();
      await pause(Math.random() * 1000);
      await browser.kill();
      const again = await browser.start();
      await again.page.goto(`${address}/sw-status`);
      if ((await schemaOf(again.page)) === 10) early++;
      longestMs = Math.max(longestMs, await goOn(again.page));
      await everythingThere(again.page);
    } else {
      // The old tab closes the database and reloads when the new version needs to upgrade it.
      const givenUp = old.waitForEvent('request', { predicate: (asked) => asked.isNavigationRequest(), timeout: 60_000 });
      await pill(updated, 'Update ready').click();
      await givenUp;
      await expect.poll(() => schemaOf(updated), { timeout: 60_000 }).toBe(20);
      for (const tab of [updated, old]) longestMs = Math.max(longestMs, await shown(tab));
      await everythingThere(old);
    }
  }
  figure(
    `${upgrades} upgrades of ${queued} unsent changes beside an old tab, ${early} of ${Math.floor(upgrades / 2)} kills before the upgrade was through: 0 lost; at most ${(longestMs / 1000).toFixed(1)} s without a word`,
  );
});

test('[edge case 11] the app asks to close a tab that blocks the database upgrade, and continues automatically once it is closed', {
  tag: '@long',
}, async () => {
  const { page: holder, context } = await browser.start();
  await holder.goto(`${address}/sw-status`);
  await holder.evaluate(async () => {
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
    const name = (await indexedDB.databases()).map((one) => one.name ?? '').find((name) => /^jobdock-[0-9a-f]{32}$/.test(name));
    const asked = indexedDB.open(name ?? '');
    await new Promise((resolve) => asked.addEventListener('success', resolve));
    // The page keeps a reference, because garbage collection would close the connection.
    Object.assign(window, { held: asked.result });
  });
  const page = await context.newPage();
  await page.goto(`${address}/outbox`);
  const since = Date.now();
  await expect(page.getByText(/Close any other Jobdock tabs/)).toBeVisible({ timeout: 30_000 });
  const waitedMs = Date.now() - since;
  await holder.close();
  await shown(page);
  await allWaiting(page);
  figure(`the tab that holds the store was named after ${(waitedMs / 1000).toFixed(1)} s`);
});

test('[edge case 11] an update waits for an open form, and an update in another tab does not discard the form’s input', async () => {
  const { page: typing, context } = await browser.start();
  await typing.goto(`${address}/custrules/new`);
  const name = typing.getByLabel('Rule name (required)');
  await name.fill('Texas nights');
  await expect(pill(typing, 'Update ready')).toBeVisible({ timeout: 60_000 });
  await pill(typing, 'Update ready').click();
  await expect(typing.getByText('Save or close the open form, then update.').first()).toBeVisible();
  const updated = await context.newPage();
  await goOn(updated);
  await pill(updated, 'Update ready').click();
  await expect.poll(() => schemaOf(updated), { timeout: 60_000 }).toBe(20);
  await shown(updated);
  await expect(typing.getByText('A newer version of Jobdock is open in another tab').first()).toBeVisible();
  await expect(name).toHaveValue('Texas nights');
  await allWaiting(updated);
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Signs in, queues the changes while the service refuses calls as busy, and copies the profile. */
async function fillOutbox(): Promise<Edit[]> {
  const { page } = await browser.start();
  await openSignedIn(page, `${address}/offline`, 'administrator');
  await synced(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await putKit(page);
  const jobs = () => page.evaluate(async () => (await window.kit.jobs()).map(({ id }) => id));
  await expect.poll(async () => (await jobs()).length, { timeout: 60_000 }).toBeGreaterThan(queued / 2);
  const made = (await jobs()).slice(0, queued / 2).flatMap((id, n): Edit[] => [
    { id, field: 'otRate', value: 1000 + n },
    { id, field: 'localRate', value: 2000 + n },
  ]);
  door.closedTo = busy;
  const answers = await page.evaluate((edits) => window.kit.edit(edits), made);
  expect(answers.filter((answer) => answer.saved)).toHaveLength(queued);
  await page.evaluate(() => window.kit.close());
  await browser.quit();
  await cp(browser.profile, filled, { recursive: true });
  return made;
}

/** Restores the device to before the new version, with a service that refuses calls as busy. */
async function takeFilled(): Promise<void> {
  await browser.kill();
  door.closedTo = busy;
  await rm(browser.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  await cp(filled, browser.profile, { recursive: true });
}

/** Opens the app, on a screen that draws no line for each change, and waits for the number of unsent changes; returns the time that took, in milliseconds. */
async function goOn(page: Page): Promise<number> {
  await page.goto(`${address}/offline`);
  return shown(page);
}

async function shown(page: Page): Promise<number> {
  const since = Date.now();
  await expect(pill(page, new RegExp(`${queued} (queued|waiting)`))).toBeVisible({ timeout: 60_000 });
  return Date.now() - since;
}

/** Version of the app's database in the browser, which is ten times the schema version. Null while the page is reloading. */
const schemaOf = (page: Page) =>
  page
    .evaluate(async () => (await indexedDB.databases()).find(({ name }) => /^jobdock-[0-9a-f]{32}$/.test(name ?? ''))?.version)
    .catch(() => null);

/**
 * The number of unsent changes. The service worker from before the update may serve the old app once more; that page keeps the
 * changes and asks for the update, which this function then confirms. Null while the page is reloading.
 */
async function unsent(page: Page): Promise<number | null> {
  if (await pill(page, 'Update to continue').isVisible()) await pill(page, 'Update ready').click();
  await putKit(page);
  return page.evaluate(() => window.kit.unsent());
}

/** Checks that all changes are waiting unchanged and in order. */
async function allWaiting(page: Page): Promise<void> {
  await putKit(page);
  const waiting = await page.evaluate(() => window.kit.outbox());
  expect(waiting.map(({ seq, state, args }) => ({ seq, state, args }))).toEqual(
    edits.map((args, n) => ({ seq: n + 1, state: expect.stringMatching(/waiting|sending/), args })),
  );
}

/** Checks that all changes are waiting, and that the service then accepts each of them once. */
async function everythingThere(page: Page): Promise<void> {
  await allWaiting(page);
  door.closedTo = null;
  await openSignedIn(page, `${address}/offline`, 'administrator');
  await expect.poll(() => unsent(page).catch(() => null), { timeout: 120_000 }).toBe(0);
  expect(await notThereOnce(service.port, edits)).toEqual([]);
}
