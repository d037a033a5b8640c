import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Locator, type Page, test } from 'playwright/test';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { checkPostedJobs } from '#contract/posting/posting.ts';
import { readJobHistory } from '#contract/staging/job-history.ts';
import { listStaging, maxStagingPage } from '#contract/staging/staging-list.ts';
import { ApiClient, demo } from '../support/api-client.ts';
import { pasteText } from '../support/app-page.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { startBehind } from '../support/start-behind.ts';
import { Wire } from '../support/wire.ts';

let service: ServiceProcess;
let wire: Wire;
let address = '';
let profile = '';

test.beforeAll(async () => {
  ({ service, front: wire, address } = await startBehind((port) => new Wire(port), await ServiceProcess.make()));
  profile = await mkdtemp(join(tmpdir(), 'jobdock-profile-'));
});
test.afterAll(async () => {
  await wire.close();
  await service.remove();
  await rm(profile, { recursive: true, force: true });
});

/** Opens a browser with a persistent profile, so that the test can close and reopen it like a user's laptop. */
async function openBrowser(): Promise<{ context: BrowserContext; page: Page }> {
  const { launchOptions } = test.info().project.use;
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions, viewport: { width: 1680, height: 900 } });
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

async function signIn(page: Page, person: keyof typeof demo): Promise<void> {
  const [name, password] = demo[person];
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const pill = (page: Page, words: string | RegExp) =>
  expect(page.locator('header').getByRole('button', { name: words })).toBeVisible({ timeout: 30_000 });
const grid = (page: Page) => page.getByRole('treegrid');
const rows = (page: Page) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });

/** The row of a job. Its Job cell also has the marks of unsent changes and of a new job, and opens the shifts of an order. */
const rowOf = (page: Page, id: string): Locator =>
  rows(page).filter({ has: page.getByRole('gridcell', { name: new RegExp(`^(Open \\d+ child\\D* )?\\S? ?(\\D* )?${id}\\b`) }) });

/** The vendors' job ids that several jobs have: one order can come from two sources. */
async function sharedIds(): Promise<ReadonlySet<string>> {
  const api = new ApiClient(`http://127.0.0.1:${service.port}`);
  await api.signIn(...demo.administrator);
  const jobs = await api.call(listStaging, {
    cust: 'me',
    targetId: 1,
    pageSize: maxStagingPage,
    page: 1,
    sourceId: -1,
    all: 1,
  });
  expect(jobs.length).toBeLessThan(maxStagingPage);
  const ids = jobs.map(({ providerJobId }) => providerJobId);
  return new Set(ids.filter((id, at) => ids.indexOf(id) !== at));
}

/** The ids that `firstIds` passes over, because they name no single row. */
let shared: ReadonlySet<string> = new Set();

/**
 * The vendor's job ids of the first `count` rows. Rows of a virtual grid move during the test, so it finds them by id, not by
 * position. Rows of the view before stay until those of this one are read, so it waits until all are read and none changes.
 */
async function firstIds(page: Page, count: number): Promise<string[]> {
  const read = async () => {
    const shown = await rows(page).evaluateAll((all) => {
      const at = (row: Element) => Number(row.getAttribute('aria-rowindex'));
      const idIn = (cell: Element) => /^(?:[▸▾] \d+)?\D*?([A-Z]{2}-\d+|\d{6,})\b/.exec(cell.textContent ?? '')?.[1];
      const idOf = (row: Element) => [...row.querySelectorAll('[role=gridcell]')].map(idIn).find(Boolean) ?? '';
      return all.map((row) => ({ at: at(row), id: idOf(row) })).sort((a, b) => a.at - b.at);
    });
    // The focused row is there too, wherever it is in the view.
    const first = shown.filter(({ at }, i) => at === i + 2);
    return first.flatMap(({ id }) => (shared.has(id) ? [] : [id])).slice(0, count);
  };
  let ids: string[] = [];
  const settled = `${count} rows, as before`;
  // Returns what it found, so that a failure shows it.
  const look = async (): Promise<string> => {
    const before = ids;
    // The focused job stays in the document wherever it is, and the view scrolls to it when its rows are read again.
    await page.locator('.jg-scroller').evaluate((scroller) => scroller.scrollTo({ top: 0 }));
    ids = await read();
    const isWhole = new Set(ids).size === count && !ids.includes('');
    return isWhole && ids.join() === before.join() ? settled : `${before.join()} then ${ids.join()}`;
  };
  await expect.poll(look, { intervals: [500] }).toBe(settled);
  return ids;
}

/** Selects the first rows by their checkboxes and returns their ids. */
async function choose(page: Page, count: number): Promise<string[]> {
  const ids = await firstIds(page, count);
  for (const id of ids) await rowOf(page, id).getByRole('checkbox').click();
  await expect(page.getByRole('toolbar', { name: `${count} selected` })).toBeVisible();
  return ids;
}

/** Opens a view and waits until the grid shows its rows, not those of the view before. */
async function openView(page: Page, name: string): Promise<void> {
  await tab(page, name).click();
  await expect
    .poll(async () => {
      const counted = (await tab(page, name).innerText()).replaceAll(/\D/g, '');
      // Shifts of closed orders count, but have no row.
      const shown = (await page.locator('.jg-status [role=status] b').innerText()).replaceAll(/\D/g, '');
      return shown === counted;
    })
    .toBe(true);
}

/** Filters the view by a typed query. */
async function ask(page: Page, query: string): Promise<void> {
  const box = page.getByPlaceholder(/Search, or ask/);
  await box.fill(query);
  await box.press('Enter');
}

test('a recruiter works offline, closes the browser, the service is killed, and all changes arrive once, in order', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  let { context, page } = await openBrowser();
  await page.goto(address);
  await signIn(page, 'recruiter');
  await pill(page, /Synced/);
  await page.goto(`${address}/staging`);
  await expect(rows(page).first()).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);

  // Another user has the grid open over a separate connection and only watches.
  const watcher = await browser.newPage({ baseURL: `http://127.0.0.1:${service.port}`, serviceWorkers: 'block' });
  await watcher.goto(`http://127.0.0.1:${service.port}/`);
  await signIn(watcher, 'administrator');
  await pill(watcher, /Synced/);
  await watcher.goto(`http://127.0.0.1:${service.port}/staging`);
  await expect(tab(watcher, 'Held')).toContainText('0');
  // The first collections are over: what is not mapped yet comes with the later ones.
  await expect
    .poll(async () => Number((await tab(page, 'All').innerText()).replaceAll(/\D/g, '')), { timeout: 90_000 })
    .toBeGreaterThan(300);
  shared = await sharedIds();

  wire.set({ kind: 'cut' });
  await pill(page, /Offline/);

  await ask(page, 'is:nofacility');
  const mapped = await mapFacilities(page, 3);
  const held = await holdJobs(page, 10);
  const edited = [...(await editRates(page, ['81.25', '82.50'])), ...(await pasteRates(page, [1083.25, 84.5]))];
  const posted = await postJobs(page, 5);
  await pill(page, /Offline.*queued/);

  await context.close();
  ({ context, page } = await openBrowser());
  await page.goto(`${address}/outbox`);
  await expect(page.getByText(/Hold/).first()).toBeVisible();
  await pill(page, /Offline.*8 queued/);
  await page.goto(`${address}/staging`);
  await expect(tab(page, 'Held')).toContainText('10');

  // The connection returns, and the service is killed during the sync.
  wire.set({ kind: 'open' });
  await page.waitForTimeout(400);
  await service.kill();
  await service.start();
  await pill(page, /Synced/);
  await expect(tab(watcher, 'Held')).toContainText('10', { timeout: 30_000 });

  // The service looks up posts with an unknown result in the ATS after 30 seconds.
  await expect.poll(() => service.jobOrders().length, { timeout: 90_000 }).toBe(5);
  await arrivedOnce(mapped, held, edited, posted);
  await context.close();
});

/** Maps the first unmapped facilities by keyboard: `m` opens the picker, Enter takes the likeliest value. Returns the texts. */
async function mapFacilities(page: Page, count: number): Promise<string[]> {
  const texts: string[] = [];
  for (let i = 0; i < count; i++) {
    const cell = rows(page)
      .first()
      .getByRole('gridcell')
      .filter({ has: page.getByRole('button', { name: 'Map facility' }) });
    const text = (await cell.locator('.jc-source, .jc-main, span').first().innerText()).trim();
    texts.push(text);
    const shown = async () => Number(await grid(page).getAttribute('aria-rowcount'));
    const before = await shown();
    await cell.click();
    await page.keyboard.press('m');
    const choices = page.getByRole('listbox', { name: 'Choices' });
    await expect(choices.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Enter');
    // An unlikely choice asks to be chosen again.
    const asked = page.getByText('Choose it again');
    await expect.poll(async () => !(await choices.isVisible()) || (await asked.isVisible())).toBe(true);
    if (await asked.isVisible()) await page.keyboard.press('Enter');
    await expect(choices).toBeHidden();
    // Its jobs have left the view, not only its first row for the moment of a new order.
    await expect.poll(shown).toBeLessThan(before);
    await expect(rows(page).first().getByText(text, { exact: true })).toBeHidden();
  }
  return texts;
}

async function holdJobs(page: Page, count: number): Promise<string[]> {
  await ask(page, '');
  await openView(page, 'To post');
  const ids = await choose(page, count);
  await page.getByRole('toolbar').getByRole('button', { name: /^Hold/ }).click();
  await expect(tab(page, 'Held')).toContainText(String(count));
  return ids;
}

/** Edits bill rates in the grid, in rows from the sixth on. */
async function editRates(page: Page, values: string[]): Promise<{ id: string; value: number }[]> {
  const column = await page.getByRole('columnheader', { name: 'Bill rate' }).getAttribute('data-col');
  const done: { id: string; value: number }[] = [];
  const ids = await firstIds(page, 8);
  for (const [i, value] of values.entries()) {
    const id = ids[i + 5] ?? '';
    const cell = rowOf(page, id).locator(`[data-col="${column}"]`);
    await cell.click();
    await page.keyboard.press('F2');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(value);
    await page.keyboard.press('Enter');
    await expect(cell).toContainText(value);
    done.push({ id, value: Number(value) });
  }
  return done;
}

/** Pastes bill rates onto other jobs, by their numbers, as a spreadsheet copies them. A negative one is left out. */
async function pasteRates(page: Page, values: readonly number[]): Promise<{ id: string; value: number }[]> {
  const ids = (await firstIds(page, 10)).slice(7);
  const lines = values.map((value, i) => `${ids[i]}\t"$${value.toLocaleString('en-US')}"`);
  await page.locator('[data-row="0"] [data-col="2"]').click();
  await pasteText(page, ['Job ID\tBill rate', ...lines, `${ids[values.length]}\t-4`, ''].join('\r\n'));
  const sheet = page.getByRole('complementary', { name: 'Paste values' });
  await expect(sheet.getByText('-4 is below zero. Enter 0 or more.')).toBeVisible();
  await sheet.getByRole('button', { name: `Set ${values.length} values of ${values.length} jobs` }).click();
  await expect(sheet.getByText('1 line was left out:')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close', exact: true }).click();
  return values.map((value, i) => ({ id: ids[i] ?? '', value }));
}

async function postJobs(page: Page, count: number): Promise<string[]> {
  await page.keyboard.press('Escape');
  const ids = await choose(page, count);
  await page.getByRole('toolbar').getByRole('button', { name: /^Post/ }).click();
  await page.getByRole('button', { name: `Post ${count} jobs to Bullhorn` }).click();
  // Offline words, and the selection is gone: the next click cannot post them again.
  const title = `${count} jobs will post to Bullhorn when you’re back online`;
  await expect(page.getByRole('complementary', { name: title })).toBeVisible();
  await expect(page.getByRole('toolbar', { name: /selected$/ })).toBeHidden();
  return ids;
}

type Staged = ReplyOf<typeof listStaging>[number];

async function arrivedOnce(
  mapped: string[],
  held: string[],
  edited: { id: string; value: number }[],
  posted: string[],
): Promise<void> {
  const api = new ApiClient(`http://127.0.0.1:${service.port}`);
  const [name, password] = demo.administrator;
  await api.signIn(name, password);
  const find = async (providerJobId: string): Promise<Staged> => {
    const [job] = await api.call(listStaging, {
      cust: 'me',
      targetId: 1,
      pageSize: 10,
      page: 1,
      sourceId: -1,
      jid: providerJobId,
      all: 1,
    });
    if (!job) throw new Error(`no job ${providerJobId}`);
    return job;
  };
  const lastLine = async (job: Staged, how: string) => {
    const { rows: lines } = await api.call(readJobHistory, { cust: 'me', jobId: job.id });
    const mine = lines.filter((line) => line.how === how);
    expect(mine.length).toBeGreaterThan(0);
    return Math.min(...mine.map((line) => line.id));
  };
  const heldJobs = await Promise.all(held.map(find));
  expect(heldJobs.every((job) => (job.chgMap & 4) !== 0)).toBe(true);
  const editedJobs = await Promise.all(edited.map(({ id }) => find(id)));
  expect(editedJobs.map((job) => job.billRate)).toEqual(edited.map(({ value }) => value));
  for (const { id } of editedJobs) {
    const { rows: lines } = await api.call(readJobHistory, { cust: 'me', jobId: id });
    expect(lines.filter(({ how, field }) => how === 'manual' && field === 'billRate')).toHaveLength(1);
  }
  const postedJobs = await Promise.all(posted.map(find));
  const ids = postedJobs.map((job) => job.id);
  const underway = async () => (await api.call(checkPostedJobs, { ids })).unprocessedJobIds;
  await expect.poll(underway, { timeout: 90_000 }).toEqual([]);
  const orders = service.jobOrders();
  expect(orders).toHaveLength(5);
  expect(new Set(orders.map((order) => order.externalID)).size).toBe(5);
  expect(mapped).toHaveLength(3);
  // History line numbers show the order: holds, then edits, then posts.
  const firstHold = await lastLine(heldJobs[0] as Staged, 'manual');
  const firstEdit = await lastLine(editedJobs[0] as Staged, 'manual');
  const firstPost = await lastLine(postedJobs[0] as Staged, 'posting');
  expect(firstHold).toBeLessThan(firstEdit);
  expect(firstEdit).toBeLessThan(firstPost);
}
