import { expect, type Page, test } from 'playwright/test';
import { figure, openSignedIn, synced } from '../support/app-page.ts';
import { ChromiumProcess } from '../support/chromium-process.ts';
import { notThereOnce } from '../support/history.ts';
import type { Edit } from '../support/page-kit.ts';
import { putKit } from '../support/put-kit.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { startBehind } from '../support/start-behind.ts';
import { Wire } from '../support/wire.ts';

/** How often the test kills the browser; the long form sets 100. */
const kills = Number(process.env['BROWSER_KILLS'] ?? 2);
const jobsEdited = 100;

let service: ServiceProcess;
let wire: Wire;
let browser: ChromiumProcess;
let address = '';

test.beforeAll(async () => {
  ({ service, front: wire, address } = await startBehind((port) => new Wire(port)));
  browser = await ChromiumProcess.ofTest();
});
test.afterAll(async () => {
  await browser.remove();
  await wire.close();
  await service.remove();
});

test('a browser killed during editing loses no edit that it showed as saved, and sends each once', { tag: '@long' }, async () => {
  test.setTimeout(180_000 + kills * 60_000);
  const [byHand, ...others] = await install();
  if (!byHand) throw new Error('no job was collected');
  const shown: Edit[] = [];
  let signIns = 0;
  const open = async () => {
    wire.set({ kind: 'open' });
    const { page } = await browser.start();
    if (await openSignedIn(page, `${address}/staging?providerJobId=${byHand.providerJobId}`, 'recruiter')) {
      signIns++;
      // The end of a session deletes the rows; the next sync loads them again.
      await synced(page);
    }
    await putKit(page);
    await nothingLost(page, shown);
    return page;
  };
  for (let round = 0; round < kills; round++) {
    const page = await open();
    // In every other round the browser dies while it sends edits, else while it is offline.
    wire.set({ kind: round % 2 === 0 ? 'open' : 'cut' });
    await page.exposeFunction('saved', (edit: Edit) => void shown.push(edit));
    await typeRate(page, 2000 + round);
    shown.push({ id: byHand.id, field: 'billRate', value: 2000 + round });
    const before = shown.length;
    const edits = others.map(({ id }) => ({ id, field: 'otRate', value: 1000 + round }) satisfies Edit);
    void page.evaluate((edits) => window.kit.edit(edits, Reflect.get(window, 'saved')), edits).catch(() => undefined);
    await expect.poll(() => shown.length, { timeout: 30_000 }).toBeGreaterThan(before);
    await pause(Math.random() * 1500);
    await browser.kill();
  }
  const page = await open();
  await expect.poll(() => page.evaluate(() => window.kit.unsent()), { timeout: 120_000 }).toBe(0);
  await synced(page);
  expect(await notThereOnce(service.port, shown)).toEqual([]);
  figure(`${kills} kills, ${shown.length} edits shown as saved, 0 lost; ${signIns} times the session had not outlived the kill`);
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Installs the app, quits the browser so that it writes all data to disk, and returns jobs to edit. */
async function install(): Promise<{ id: number; providerJobId: string }[]> {
  const { page } = await browser.start();
  await openSignedIn(page, `${address}/staging`, 'recruiter');
  await synced(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await putKit(page);
  const jobs = () => page.evaluate(() => window.kit.jobs());
  await expect.poll(async () => (await jobs()).length, { timeout: 60_000 }).toBeGreaterThan(jobsEdited);
  const chosen = (await jobs()).slice(0, jobsEdited).map(({ id, providerJobId }) => ({ id, providerJobId }));
  await browser.quit();
  return chosen;
}

/** Types a bill rate into the only row of the grid, like a user; resolves once the cell shows it. */
async function typeRate(page: Page, value: number): Promise<void> {
  const column = await page.getByRole('columnheader', { name: 'Bill rate' }).getAttribute('data-col');
  // A row whose cells are still loading accepts no input.
  await expect(page.locator('[data-row]:not([aria-busy])').filter({ has: page.getByRole('gridcell') })).toHaveCount(1);
  const cell = page.getByRole('gridcell').and(page.locator(`[data-col="${column}"]`));
  await cell.click();
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(String(value));
  await page.keyboard.press('Enter');
  await expect(cell).toContainText(value.toLocaleString('en-US'));
}

/** Checks that each field has its last value shown as saved, or a higher one: values only rise, and a save may not be shown. */
async function nothingLost(page: Page, shown: readonly Edit[]): Promise<void> {
  const jobs = new Map((await page.evaluate(() => window.kit.jobs())).map((job) => [job.id, job]));
  const facts = await page.evaluate(async () => ({
    jobs: (await window.kit.jobs()).length,
    unsent: await window.kit.unsent(),
    acknowledged: await window.kit.acknowledged(),
  }));
  const lost = shown.filter(({ id, field, value }) => (jobs.get(id)?.[field] ?? 0) < value);
  expect(lost, `edits shown as saved and lost; the device holds ${JSON.stringify(facts)}`).toEqual([]);
}
