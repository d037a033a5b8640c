import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { demo } from '../support/api-client.ts';
import { openSignedIn, synced } from '../support/app-page.ts';
import { ChromiumProcess } from '../support/chromium-process.ts';
import { Door } from '../support/door.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { startBehind } from '../support/start-behind.ts';

let service: ServiceProcess;
let door: Door;
let browser: ChromiumProcess;
let address = '';

test.beforeAll(async () => {
  ({ service, front: door, address } = await startBehind((port) => new Door(port)));
  browser = await ChromiumProcess.ofTest();
});
test.afterAll(async () => {
  await browser.remove();
  await door.close();
  await service.remove();
});

/** Files of the browser's profile that contain a text, in UTF-8 or UTF-16. */
async function filesWith(text: string): Promise<string[]> {
  const forms = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  const entries = await readdir(browser.profile, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const holding = await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      return forms.some((form) => bytes.includes(form)) ? [file.slice(browser.profile.length)] : [];
    }),
  );
  return holding.flat();
}

test('no file of the browser profile contains a password or token, and after sign-out none contains data of the service', async () => {
  const { page, context } = await browser.start();
  await openSignedIn(page, `${address}/staging`, 'recruiter');
  await synced(page);
  await page.getByRole('gridcell').first().waitFor();
  // Gets a second token, as after ten minutes of work.
  const given = new Set(door.accepted);
  door.expireAll();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect.poll(() => door.accepted.size).toBeGreaterThan(0);
  await synced(page);
  const cookies = (await context.cookies()).map(({ value }) => value);
  const secrets = [demo.recruiter[1], ...given, ...door.accepted, ...cookies];
  expect(secrets.length, 'a password, two tokens and a cookie').toBeGreaterThanOrEqual(4);
  await browser.quit();
  for (const secret of secrets) expect(await filesWith(secret)).toEqual([]);
  // Checks that the search works: it finds a text that the device may store.
  expect((await filesWith('jobdock-device')).length).toBeGreaterThan(0);

  const later = (await browser.start()).page;
  await openSignedIn(later, `${address}/outbox`, 'recruiter');
  await synced(later);
  await later.getByRole('button', { name: /^Account:/ }).click();
  await later.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(later.getByLabel('User name')).toBeVisible();
  const left = () =>
    later.evaluate(async () => {
      const names = await caches.keys();
      const cached = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)));
      const databases = (await indexedDB.databases()).map(({ name }) => name);
      const work = Object.values(sessionStorage).filter((text) => text !== '[]');
      return { databases, answers: cached.flat().filter((url) => /\/(api|auth)\//.test(url)), work };
    });
  await expect.poll(left).toEqual({ databases: ['jobdock-device'], answers: [], work: [] });
  await browser.quit();
  for (const secret of secrets) expect(await filesWith(secret)).toEqual([]);
});
