import { type CDPSession, expect, type Page, test } from 'playwright/test';
import { figure, openSignedIn, patience, pill, synced } from '../support/app-page.ts';
import { notThereOnce } from '../support/history.ts';
import type { Edit } from '../support/page-kit.ts';
import { putKit } from '../support/put-kit.ts';
import { startBehindWire } from '../support/start-behind.ts';

/** How often each test repeats its event; the long form sets 20 and more. */
const rounds = Number(process.env['DEVICE_ROUNDS'] ?? 1);

const behind = startBehindWire();
test.beforeEach(() => {
  behind.wire.set({ kind: 'open' });
  test.setTimeout(240_000 + rounds * 240_000);
});

test('[edge case 7] a device without free storage reports for each change whether it was saved, and keeps those it reported as saved', {
  tag: '@long',
}, async ({ page }) => {
  const ids = await start(page, '/staging');
  const session = await page.context().newCDPSession(page);
  let [kept, refused] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    await cut(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: behind.address, quotaSize: 5_000_000 });
    const edits = someEdits(ids);
    const saved: Edit[] = [];
    // The first refusal frees the reserved storage, which then fills up too.
    for (let part = 0; part < edits.length; part += 40) {
      if (part > 0) {
        await useUpRoom(page, session);
        // Chromium caches the free storage for 30 s.
        await page.waitForTimeout(31_000);
      }
      const asked = edits.slice(part, part + 40);
      const answers = await page.evaluate((edits) => window.kit.edit(edits), asked);
      saved.push(...asked.filter((_, i) => answers[i]?.saved));
    }
    expect(saved.length, 'the room was never used up').toBeLessThan(edits.length);
    // An edit by hand shows a message.
    await page.getByRole('gridcell').first().click();
    await page.keyboard.press('h');
    await expect(page.getByText('This device is out of storage').first()).toBeVisible();

    await page.reload();
    await putKit(page);
    const held = await page.evaluate(async () => (await window.kit.outbox()).map(({ args }) => args as Edit));
    expect(held.map(nameOf).sort(), 'what was said to be saved, and only that').toEqual(saved.map(nameOf).sort());
    await session.send('Storage.overrideQuotaForOrigin', { origin: behind.address });
    await mend(page);
    expect(await notThereOnce(behind.service.port, saved)).toEqual([]);
    kept += saved.length;
    refused += edits.length - saved.length;
  }
  figure(`5 MB of room, ${rounds} times: ${kept} changes kept and sent once, ${refused} refused in words, 0 lost silently`);
});

test('[edge case 22] the app notices that the browser wiped its database, and shows the number of lost changes', {
  tag: '@long',
}, async ({ page, context }) => {
  const ids = await start(page, '/outbox');
  // On staging, a worker reads the rows before the page starts; the page must still notice the loss.
  for (const [round, path] of Array.from({ length: rounds }, () => ['/outbox', '/staging'])
    .flat()
    .entries()) {
    const count = 3 + round;
    await page.goto(behind.address + path);
    await putKit(page);
    await synced(page);
    await cut(page);
    await page.evaluate((edits) => window.kit.edit(edits), someEdits(ids).slice(0, count));
    await expect(pill(page, new RegExp(`Offline.*${count} queued`))).toBeVisible({ timeout: 60_000 });
    const name = await page.evaluate(() => window.kit.databaseName());
    const mirrored = () => page.evaluate((name) => window.localStorage.getItem(`jobdock:mirror:${name}`), name);
    await expect.poll(mirrored).toContain(`"unsent":${count}`);
    // Every tab closes the database and reloads, as when the browser clears a site's data.
    const anew = page.waitForEvent('load');
    await page.evaluate((name) => void indexedDB.deleteDatabase(name), name);
    await anew;
    await expect(page.getByText(`${count} unsent changes lost`).first()).toBeVisible({ timeout: 60_000 });
    await context.setOffline(false);
    behind.wire.set({ kind: 'open' });
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await synced(page);
  }
});

test('[edge case 12] signing out of a device with data of a newer version exports the unsent changes, then deletes everything', {
  tag: '@long',
}, async ({ page }) => {
  const ids = await start(page, '/outbox');
  await cut(page);
  await page.evaluate((edits) => window.kit.edit(edits), someEdits(ids).slice(0, 2));
  await page.evaluate(async () => {
    const name = await window.kit.databaseName();
    await window.kit.close();
    const db = await new Promise<IDBDatabase>((resolve) => {
      const asked = indexedDB.open(name);
      asked.addEventListener('success', () => resolve(asked.result));
    });
    const tx = db.transaction('meta', 'readwrite');
    tx.objectStore('meta').put({ key: 'schema', value: { schema: 99, minReader: 99 } });
    await new Promise((resolve) => tx.addEventListener('complete', resolve));
    db.close();
  });
  await page.reload();
  await page.getByRole('button', { name: 'Sign out' }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(question.getByText('2 unsent changes')).toBeVisible();
  await question.getByRole('textbox').fill('discard');
  const file = page.waitForEvent('download');
  await question.getByRole('button', { name: 'Export and discard' }).click();
  expect((await file).suggestedFilename()).toBe('jobdock-outbox.json');
  await expect(page.getByLabel('User name')).toBeVisible({ timeout: 60_000 });
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(databases).toEqual(['jobdock-device']);
});

test('a retired service worker is removed with its cached files, and unsent changes stay', { tag: '@long' }, async ({ page }) => {
  const ids = await start(page, '/outbox');
  await cut(page);
  const edits = someEdits(ids).slice(0, 5);
  await page.evaluate((edits) => window.kit.edit(edits), edits);
  await behind.service.stop();
  behind.service.settings = { JOBDOCK_WORKER_GONE: '1' };
  await behind.service.start();
  behind.wire.set({ kind: 'open' });
  await page.context().setOffline(false);
  await page.reload();
  const kept = async () => ({
    files: (await caches.keys()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  });
  await expect.poll(() => page.evaluate(kept), { timeout: 30_000 }).toEqual({ files: 0, workers: 0 });
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await putKit(page);
  await mend(page);
  expect(await notThereOnce(behind.service.port, edits)).toEqual([]);
  await behind.service.stop();
  behind.service.settings = {};
  await behind.service.start();
});

test('a page that is reloaded or closed while it sends changes loses none and sends none twice', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const ids = await start(page, '/offline');
  let open = page;
  for (let round = 0; round < rounds * 2; round++) {
    await cut(open);
    const edits = someEdits(ids);
    await open.evaluate((edits) => window.kit.edit(edits), edits);
    behind.wire.set({ kind: 'slow', delayMs: 60, lossRate: 0.02 });
    await context.setOffline(false);
    // At least one change was sent, and its response has not been processed.
    await expect.poll(() => open.evaluate(async () => (await window.kit.outbox()).some(({ sent }) => sent))).toBe(true);
    if (round % 2 === 0) await open.reload();
    else {
      await open.close();
      open = await context.newPage();
      await open.goto(`${behind.address}/offline`);
    }
    await putKit(open);
    await mend(open);
    expect(await notThereOnce(behind.service.port, edits)).toEqual([]);
  }
});

test('[edge case 1] a tab that crashes or freezes while it sends blocks the others for 35 s at most', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const ids = await start(page, '/offline');
  const seconds: number[] = [];
  for (const how of ['crashed', 'frozen'] as const) {
    const leader = await context.newPage();
    await leader.goto(`${behind.address}/offline`);
    await putKit(leader);
    behind.wire.set({ kind: 'silent' });
    const edits = someEdits(ids);
    const answers = await leader.evaluate((edits) => window.kit.edit(edits), edits);
    expect(answers.filter(({ saved }) => !saved)).toEqual([]);
    await expect
      .poll(() => page.evaluate(async () => (await window.kit.outbox()).some(({ sent }) => sent)), { timeout: 60_000 })
      .toBe(true);
    const session = await context.newCDPSession(leader);
    if (how === 'crashed') void session.send('Page.crash').catch(() => undefined);
    else await session.send('Page.setWebLifecycleState', { state: 'frozen' });
    behind.wire.set({ kind: 'open' });
    const since = Date.now();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(() => page.evaluate(() => window.kit.unsent()), { timeout: 200_000, intervals: [250] }).toBe(0);
    seconds.push((Date.now() - since) / 1000);
    expect(await notThereOnce(behind.service.port, edits)).toEqual([]);
    await leader.close();
  }
  figure(`drained ${seconds.map((s) => s.toFixed(1)).join(' and ')} s after the sending tab had crashed and frozen`);
  expect(seconds.filter((s) => s > 35 * patience)).toEqual([]);
});

/** Opens the app, loads the test kit and returns ids of jobs. `/offline` draws no line for each queued change, unlike `/outbox`. */
async function start(page: Page, path: string): Promise<number[]> {
  await openSignedIn(page, behind.address + path, 'recruiter');
  await synced(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await putKit(page);
  const ids = () => page.evaluate(async () => (await window.kit.jobs()).map(({ id }) => id));
  await expect.poll(async () => (await ids()).length, { timeout: 60_000 }).toBeGreaterThan(100);
  return ids();
}

async function cut(page: Page): Promise<void> {
  behind.wire.set({ kind: 'cut' });
  await page.context().setOffline(true);
  // As when the user returns to the tab: it calls the service and finds that it is offline.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(pill(page, /Offline/)).toBeVisible({ timeout: 60_000 });
}

/** Restores the connection and waits until all changes are sent. */
async function mend(page: Page): Promise<void> {
  behind.wire.set({ kind: 'open' });
  await page.context().setOffline(false);
  await expect.poll(() => page.evaluate(() => window.kit.unsent()), { timeout: 90_000 }).toBe(0);
  await synced(page);
}

let made = 100;
/** One rate edit for each of a hundred jobs, with new values each time. */
const someEdits = (ids: readonly number[]): Edit[] =>
  ids.slice(0, 100).map((id): Edit => ({ id, field: 'otRate', value: made++ }));

const nameOf = ({ id, field, value }: Edit) => `${id} ${field} ${value}`;

/** Sets the origin's quota below its usage, as when other sites have filled the disk. */
async function useUpRoom(page: Page, session: CDPSession): Promise<void> {
  const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await session.send('Storage.overrideQuotaForOrigin', { origin: behind.address, quotaSize: Math.max(1, usage - 1) });
}
