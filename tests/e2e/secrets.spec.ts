import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { giveMailAddress } from '#contract/collecting/mails.ts';
import { listTasks } from '#contract/collecting/tasks.ts';
import { renewWebhook } from '#contract/collecting/webhooks.ts';
import { laborEdgeSignIn } from '#server/demo/vendors/laboredge-double.ts';
import { ApiClient, demo } from '../support/api-client.ts';
import { confirmIdentity, openSignedIn, synced } from '../support/app-page.ts';
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

test('no file of the browser profile contains what a task signs in with or the addresses that vendors send to, although they were shown', {
  tag: '@long',
}, async () => {
  const api = new ApiClient(address);
  await api.signIn(...demo.administrator);
  const taskOf = async (name: string) => {
    const [task] = await api.call(listTasks, { cust: 'me', pageSize: 20, page: 1, t: name });
    return task?.id ?? 0;
  };
  const [nexus, emails, webhook] = [await taskOf('Coastal Nexus'), await taskOf('Lakeside VMS'), await taskOf('Redwood VMS')];
  const mail = await api.call(giveMailAddress, { cust: 'me', id: emails, renew: false });
  const sent = await api.call(renewWebhook, { cust: 'me', id: webhook });

  const { page } = await browser.start();
  await openSignedIn(page, `${address}/edittask/${webhook}`, 'administrator');
  await synced(page);
  await expect(page.getByLabel('Secret address')).toHaveText(sent.address ?? '');
  await page.goto(`${address}/edittask/${emails}`);
  await page.getByRole('button', { name: 'Show the address' }).click();
  await expect(page.getByRole('textbox', { name: 'Address for emails' })).toHaveValue(mail.address);
  await page.goto(`${address}/edittask/${nexus}`);
  await page.getByRole('button', { name: 'Show stored password' }).click();
  await confirmIdentity(page, 'administrator');
  await expect(page.getByLabel('Stored password')).toHaveText(laborEdgeSignIn.password);
  await synced(page);
  await browser.quit();
  const key = (sent.address ?? '').split('-').slice(1).join('-');
  expect(key.length).toBeGreaterThan(40);
  const secrets = [laborEdgeSignIn.password, laborEdgeSignIn.client, key, mail.address.split('@')[0] ?? ''];
  for (const secret of secrets) expect(await filesWith(secret)).toEqual([]);
});
