import { type BrowserContext, expect, type Page, test } from 'playwright/test';
import { figure, openSignedIn, synced } from '../support/app-page.ts';
import { Door } from '../support/door.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { startBehind } from '../support/start-behind.ts';

const tabCount = 5;
/** How often the token expires; the long form sets 200. */
const expiries = Number(process.env['TOKEN_EXPIRIES'] ?? 2);
let service: ServiceProcess;
let door: Door;
let address = '';

test.beforeAll(async () => {
  ({ service, front: door, address } = await startBehind((port) => new Door(port)));
});
test.afterAll(async () => {
  await door.close();
  await service.remove();
});

const signedOut = (page: Page) => expect(page.getByLabel('User name')).toBeVisible();

async function openTabs(context: BrowserContext): Promise<Page[]> {
  const first = await context.newPage();
  await openSignedIn(first, `${address}/outbox`, 'recruiter');
  await synced(first);
  const others = await Promise.all(Array.from({ length: tabCount - 1 }, () => context.newPage()));
  await Promise.all(others.map((page) => page.goto(`${address}/outbox`)));
  const pages = [first, ...others];
  for (const page of pages) await synced(page);
  return pages;
}

test('[edge case 3] five tabs with an expired token refresh it once and stay signed in', { tag: '@long' }, async ({
  context,
}) => {
  test.setTimeout(120_000 + expiries * 30_000);
  const pages = await openTabs(context);
  for (let round = 0; round < expiries; round++) {
    const earlier = door.refreshes;
    door.expireAll();
    // As when the user returns to each tab: the engine in the tab's worker calls the service.
    await Promise.all(pages.map((page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))));
    await expect.poll(() => door.accepted.size, { timeout: 30_000 }).toBe(1);
    await expect.poll(() => door.refused, { timeout: 30_000 }).toBeGreaterThanOrEqual(tabCount);
    // No tab is still switching from the old token to the new one.
    await expect.poll(() => door.quietMs, { timeout: 30_000 }).toBeGreaterThan(500);
    for (const page of pages) await synced(page);
    expect(door.refreshes - earlier, `refreshes of round ${round + 1}`).toBe(1);
    expect(door.logouts, `logouts by round ${round + 1}`).toBe(0);
  }

  // Tabs share the token in memory only: no browser storage contains it.
  const [token = ''] = door.accepted;
  const kept = await Promise.all(
    pages.map((page) => page.evaluate(() => JSON.stringify([window.localStorage, window.sessionStorage]))),
  );
  expect(token.length).toBeGreaterThan(20);
  expect(kept.filter((text) => text.includes(token))).toEqual([]);
  figure(`${expiries} times 5 tabs with an expired token: 1 refresh each, 0 logouts`);
});

test('signing out in one tab signs out all tabs and leaves no rows on the device', async ({ context }) => {
  const pages = await openTabs(context);
  const [first] = pages;
  if (!first) throw new Error('no tab is open');
  await first.getByRole('button', { name: /^Account:/ }).click();
  await first.getByRole('menuitem', { name: 'Sign out' }).click();
  for (const page of pages) await signedOut(page);
  const databases = () => first.evaluate(async () => (await window.indexedDB.databases()).map(({ name }) => name));
  await expect.poll(databases).toEqual(['jobdock-device']);
  expect(door.logouts).toBeGreaterThan(0);
});
