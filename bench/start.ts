import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { withFingerprint } from '#tests/support/fingerprint.ts';
import { sizeOf } from './kit/sizes.ts';
import { type MeasuredService, startMeasuredService } from './service/measured-service.ts';
import { fill } from './service/staging.ts';

/** Few jobs, one round with one start from the device. The grid's counts are compared. */
export const short = ['--rows', '300', '--rounds', '1', '--starts', '1', '--changed', '100'];

const clientFolder = resolve('dist/client');
const patienceMs = 300_000;

/** Times since the page was opened, and main thread tasks over 50 ms until then, in milliseconds. */
type Opened = { readonly firstMs: number; readonly allMs: number; readonly long: readonly number[] };

/**
 * Measures the built app in Chromium with the whole service on loopback: a first sync, a start from the device's data, the dashboard
 * from the same data, and jobs that changed elsewhere. `--rows n` (default 100,000), `--rounds n` (3), `--starts n` from the device per round (3), of which
 * the first has no compiled code in the browser's cache, `--changed n` (1,000). Fails when a count of the grid or the dashboard is wrong.
 */
export async function run(argv: readonly string[]): Promise<void> {
  const sizes = {
    rows: sizeOf(argv, 'rows', 100_000),
    starts: sizeOf(argv, 'starts', 3),
    changed: sizeOf(argv, 'changed', 1000),
  };
  const { rows, changed } = sizes;
  const rounds = sizeOf(argv, 'rounds', 3);
  if (!existsSync(clientFolder)) throw new Error('The app is not built: run `npm run build` first.');
  const service = await startMeasuredService(1, clientFolder);
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    const [caller] = service.callers;
    if (!caller) throw new Error('no one is signed in');
    await fill(caller, rows);
    console.log(
      `${rows.toLocaleString('en')} jobs, Chromium ${browser.version()}, medians of ${rounds} rounds with ${sizes.starts} starts from the device each, ms (each in brackets)`,
    );
    const found: Found = { first: [], warm: [], dashboard: [], delta: [] };
    for (let round = 0; round < rounds; round++) await measure(service, browser, sizes, round, found);
    say(
      'first sync: 500 rows in the grid',
      found.first.map((one) => one.firstMs),
    );
    say(
      'first sync: every row in the grid',
      found.first.map((one) => one.allMs),
    );
    say(
      'start from the device: rows in the grid',
      found.warm.map((one) => one.firstMs),
    );
    say(
      'start from the device: every row in the grid',
      found.warm.map((one) => one.allMs),
    );
    say(
      'start from the device: the dashboard’s figures of all jobs',
      found.dashboard.map(({ firstMs }) => firstMs),
    );
    say(
      'start from the device: the dashboard with its map',
      found.dashboard.map(({ allMs }) => allMs),
    );
    say(
      `${changed} jobs changed elsewhere, from the line's return until the grid counts them`,
      found.delta.map(({ ms }) => ms),
    );
    say(
      `${changed} jobs changed elsewhere, from the request for them`,
      found.delta.map(({ pulledMs }) => pulledMs),
    );
    say(
      'longest task of the main thread, first sync',
      found.first.map(({ long }) => Math.max(0, ...long)),
    );
    say(
      'longest task of the main thread, start from the device',
      found.warm.map(({ long }) => Math.max(0, ...long)),
    );
    say(
      'longest task of the main thread, changed jobs',
      found.delta.map(({ long }) => long),
    );
  } finally {
    await browser.close();
    await service.stop();
  }
}

/** Times until the grid counts the newer rows: since the browser's `online` event, and since the pull request after it. */
type Delta = { readonly ms: number; readonly pulledMs: number; readonly long: number };
type Sizes = { readonly rows: number; readonly starts: number; readonly changed: number };
type Found = { first: Opened[]; warm: Opened[]; dashboard: Opened[]; delta: Delta[] };

async function measure(service: MeasuredService, browser: Browser, sizes: Sizes, round: number, found: Found): Promise<void> {
  const { rows, starts, changed } = sizes;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(patienceMs);
  await context.addInitScript(watchTasks);
  try {
    const page = await context.newPage();
    await signIn(service, page);
    found.first.push(await opened(service, page, rows));
    await page.evaluate(() => navigator.serviceWorker.ready);
    for (let start = 0; start < starts; start++) found.warm.push(await opened(service, page, rows));
    for (let start = 0; start < starts; start++) found.dashboard.push(await dashboard(service, page, rows));
    // Changes are counted in the grid.
    await opened(service, page, rows);
    found.delta.push(await changedElsewhere(service, page, round, changed));
  } finally {
    await context.close();
  }
}

/** Signs in without opening the app, so that later times include only the app's own work. */
async function signIn(service: MeasuredService, page: Page): Promise<void> {
  await page.goto(`${service.base}/sw-status`);
  const [caller] = service.callers;
  await page.evaluate(async (body) => {
    const answer = await fetch('/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    if (!answer.ok) throw new Error(`signing in answered ${answer.status}`);
    // The app asks the service for a session only where someone has signed in before.
    localStorage.setItem('jobdock:last-person', '{}');
  }, JSON.stringify(caller?.signIn));
}

async function opened(service: MeasuredService, page: Page, rows: number): Promise<Opened> {
  await page.goto(`${service.base}/staging?view=all`, { waitUntil: 'commit' });
  const firstMs = await whenRows(page, Math.min(500, rows));
  const allMs = await whenRows(page, rows);
  return { firstMs, allMs, long: await tasks(page) };
}

/** The times at which the dashboard counted every job, all of them open, and had drawn them on its map. */
async function dashboard(service: MeasuredService, page: Page, rows: number): Promise<Opened> {
  await page.goto(`${service.base}/dashboard`, { waitUntil: 'commit' });
  const counted = `${rows.toLocaleString('en-US')} open jobs`;
  const first = await page.waitForFunction(
    (counted) => (document.querySelector('main')?.textContent.includes(counted) ? performance.now() : null),
    counted,
    { polling: 'raf' },
  );
  const map = await page.waitForFunction(() => (document.querySelector('[data-code]') ? performance.now() : null), undefined, {
    polling: 'raf',
  });
  return { firstMs: Number(await first.jsonValue()), allMs: Number(await map.jsonValue()), long: await tasks(page) };
}

/** The time at which the grid had this many rows and showed the first ones. */
async function whenRows(page: Page, rows: number): Promise<number> {
  const since = await page.waitForFunction((rows) => {
    const grid = document.querySelector('[role=treegrid]');
    const painted = grid?.querySelector('[role=gridcell] .jc-main, [role=gridcell]')?.textContent;
    return painted !== undefined && Number(grid?.getAttribute('aria-rowcount')) > rows ? performance.now() : null;
  }, rows);
  return Number(await since.jsonValue());
}

/** Holds jobs from another device while this one is offline, then goes online. */
async function changedElsewhere(service: MeasuredService, page: Page, round: number, changed: number): Promise<Delta> {
  const [caller] = service.callers;
  if (!caller) throw new Error('no one is signed in');
  const held = page.getByRole('tab', { name: /^Held/ });
  await page.context().setOffline(true);
  const ids = await service.db
    .selectFrom('job')
    .select('id')
    .where('customer_id', '=', caller.customerId)
    .orderBy('id')
    .offset(round * changed)
    .limit(changed)
    .execute();
  const half = ids.length / 2;
  const mutations = [ids.slice(0, half), ids.slice(half)].map((part, n) =>
    withFingerprint({
      seq: n + 1,
      name: 'job.hold.v1',
      args: { ids: part.map(({ id }) => id) },
      pre: {},
      dependsOn: [],
      actor: 'Chief',
      createdAt: new Date().toISOString(),
    }),
  );
  const reply = await caller.push(`start-${round}`.padEnd(32, '0'), mutations);
  if (reply.kind !== 'done') throw new Error(`a push answered ${reply.kind}`);
  const total = ((round + 1) * changed).toLocaleString('en-US');
  await tasks(page);
  await page.evaluate(() => {
    const hear = () => Object.assign(window, { askedAt: performance.timeOrigin + performance.now() });
    window.addEventListener('online', hear, { once: true });
  });
  await page.context().setOffline(false);
  const until = await page.waitForFunction(
    (total) =>
      [...document.querySelectorAll('[role=tab]')].some((tab) => tab.textContent === `Held${total}`) &&
      performance.timeOrigin + performance.now(),
    total,
    { polling: 'raf' },
  );
  if (!(await held.isVisible())) throw new Error('the grid has lost its views');
  const [askedAt, countedAt] = [
    Number(await page.evaluate(() => Reflect.get(window, 'askedAt'))),
    Number(await until.jsonValue()),
  ];
  const pulledAt = await firstPull(page, askedAt);
  return { ms: countedAt - askedAt, pulledMs: countedAt - pulledAt, long: Math.max(0, ...(await tasks(page))) };
}

/** The time of the app worker's first pull after `since`; both in milliseconds since 1970. */
async function firstPull(page: Page, since: number): Promise<number> {
  const worker = page.workers().find((one) => one.url().includes('sync.worker'));
  if (!worker) throw new Error('the app runs no sync worker');
  return worker.evaluate((since) => {
    const asked = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/sync/pull'));
    return asked.map(({ startTime }) => performance.timeOrigin + startTime).find((at) => at >= since) ?? Number.NaN;
  }, since);
}

/** Runs in the page before anything else: records main thread tasks over 50 ms. */
function watchTasks(): void {
  const kept: number[] = [];
  Object.assign(window, { longTasks: kept });
  new PerformanceObserver((list) => kept.push(...list.getEntries().map((entry) => entry.duration))).observe({
    type: 'longtask',
    buffered: true,
  });
}

/** The long tasks so far. Clears the list. */
const tasks = (page: Page): Promise<number[]> => page.evaluate(() => (Reflect.get(window, 'longTasks') as number[]).splice(0));

function say(what: string, values: readonly number[]): void {
  const middle = values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
  console.log(`  ${what.padEnd(66)} ${middle.toFixed(0).padStart(7)}  (${values.map((ms) => ms.toFixed(0)).join(', ')})`);
}
