import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright';
import { demo } from '#tests/support/api-client.ts';
import { ServiceProcess } from '#tests/support/service-process.ts';
import { sizeOf } from './kit/sizes.ts';

/** One round of every screen. Every screen must show, and answer every interaction. */
export const short = ['--rounds', '1', '--slowdown', '1'];

/** What a person does on a screen, one interaction after another. */
type Act = (page: Page) => Promise<void>;
type ScreenCase = { readonly path: string; readonly shows: (page: Page) => Promise<void>; readonly acts: readonly Act[] };
/** Times in milliseconds: the largest contentful paint, and of each interaction until its frame was painted. */
type Seen = { readonly paintMs: number; readonly interactionsMs: readonly number[] };

const press =
  (...keys: string[]): Act =>
  async (page) => {
    for (const key of keys) await page.keyboard.press(key, { delay: 20 });
  };
const palette: readonly Act[] = [press('Control+k'), press('m', 'a', 'p'), press('Escape')];
const click =
  (role: 'tab' | 'button' | 'row' | 'radio', name: RegExp): Act =>
  (page) =>
    page.locator('main').getByRole(role, { name }).first().click();
/** Types into the first search field of the screen. */
const search =
  (words: string): Act =>
  async (page) => {
    await page
      .locator('main input:not([type=checkbox], [type=radio]), main [contenteditable=true]')
      .first()
      .click({ timeout: 10_000 });
    await page.keyboard.type(words, { delay: 20 });
  };
const text = (words: string) => (page: Page) => page.locator('main').getByText(words).first().waitFor();
const rows = (page: Page) => page.locator('main').getByRole('row').nth(1).waitFor();

/** The screens that people need every day. */
const cases: readonly ScreenCase[] = [
  { path: '/dashboard', shows: text('Open jobs by state'), acts: [press('Tab', 'Tab', 'Tab')] },
  {
    path: '/staging?view=all',
    shows: (page) => page.getByRole('gridcell').first().waitFor(),
    acts: [
      (page) => page.getByRole('gridcell').nth(2).click(),
      press('ArrowDown', 'ArrowDown', 'ArrowDown'),
      press('Space'),
      press('Enter'),
      press('Escape'),
      click('tab', /^Held/),
      click('tab', /^All/),
      search('icu nights'),
    ],
  },
  {
    path: '/mapfacility',
    shows: (page) => page.getByRole('navigation', { name: 'Queue' }).getByRole('listitem').first().waitFor(),
    acts: [press('ArrowDown', 'ArrowDown'), search('mercy')],
  },
  { path: '/mapfacility?view=table', shows: rows, acts: [search('general')] },
  { path: '/mapdegree?view=table&kind=specialty', shows: rows, acts: [search('icu')] },
  { path: '/custrules', shows: rows, acts: [press('Tab', 'Tab', 'Tab'), search('bill')] },
  { path: '/tasks', shows: rows, acts: [press('Tab', 'Tab', 'Tab')] },
  { path: '/targetconfig', shows: rows, acts: [press('Tab', 'Tab', 'Tab')] },
  {
    path: '/outbox',
    shows: (page) => page.getByRole('tab', { name: /^Sent/ }).waitFor(),
    acts: [press('Tab', 'Tab', 'Tab'), click('tab', /^Sent/)],
  },
  { path: '/preferences', shows: text('Dates and times'), acts: [press('Tab', 'Tab', 'Tab'), press('PageDown')] },
];

/**
 * Opens the main screens of the demo agency in the built app on a slowed processor, uses each, and prints its largest contentful
 * paint and its interaction to next paint (the slowest interaction). `--rounds n` (default 3), `--slowdown n` times (4). Fails
 * when a screen does not show or an interaction has no frame.
 */
export async function run(argv: readonly string[]): Promise<void> {
  const [rounds, slowdown] = [sizeOf(argv, 'rounds', 3), sizeOf(argv, 'slowdown', 4)];
  if (!existsSync('dist/client')) throw new Error('The app is not built: run `npm run build` first.');
  const service = await ServiceProcess.make();
  await service.start();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    const found = new Map<string, Seen[]>(cases.map(({ path }) => [path, []]));
    for (let round = 0; round < rounds; round++) await walk(browser, `http://127.0.0.1:${service.port}`, slowdown, found);
    console.log(`Chromium ${browser.version()}, processor slowed ${slowdown} times, medians of ${rounds} rounds, ms`);
    console.log(`  ${'screen'.padEnd(40)} ${'largest paint'.padStart(14)} ${'interaction'.padStart(12)}  of`);
    for (const [path, seen] of found) print(path, seen);
  } finally {
    await browser.close();
    await service.remove();
  }
}

function print(path: string, seen: readonly Seen[]): void {
  const paint = median(seen.map(({ paintMs }) => paintMs));
  const slowest = median(seen.map(({ interactionsMs }) => Math.max(...interactionsMs)));
  const count = median(seen.map(({ interactionsMs }) => interactionsMs.length));
  console.log(`  ${path.padEnd(40)} ${paint.toFixed(0).padStart(14)} ${slowest.toFixed(0).padStart(12)}  ${count} interactions`);
}

async function walk(browser: Browser, address: string, slowdown: number, found: Map<string, Seen[]>): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(watch);
  try {
    const page = await context.newPage();
    await signIn(page, address);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    for (const one of cases) found.get(one.path)?.push(await use(page, address, one));
  } finally {
    await context.close();
  }
}

async function signIn(page: Page, address: string): Promise<void> {
  const [username, password] = demo.administrator;
  await page.goto(address);
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page
    .locator('header')
    .getByRole('button', { name: /Synced/ })
    .waitFor({ timeout: 60_000 });
}

async function use(page: Page, address: string, { path, shows, acts }: ScreenCase): Promise<Seen> {
  await page.goto(address + path);
  await shows(page);
  await calm(page);
  const paintMs = Number(await page.evaluate(() => Reflect.get(window, 'largestPaint')));
  for (const act of [...acts, ...palette]) {
    await act(page);
    await calm(page);
  }
  // Entries arrive when their frame has been painted.
  const interactionsMs = await page.evaluate(() => [...(Reflect.get(window, 'interactions') as Map<number, number>).values()]);
  if (!(paintMs > 0)) throw new Error(`${path} painted nothing`);
  if (interactionsMs.length === 0) throw new Error(`${path} answered no interaction`);
  return { paintMs, interactionsMs };
}

/** Waits until the page has had no long task for half a second, as between two interactions of a person. */
const calm = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => performance.now() - Number(Reflect.get(window, 'busyAt') ?? 0) > 500, null, { polling: 100 });

/** Runs in the page before anything else: keeps the largest paint and the time of each interaction until its frame. */
function watch(): void {
  const interactions = new Map<number, number>();
  Object.assign(window, { interactions, largestPaint: 0, busyAt: 0 });
  const observe = (type: string, take: (entry: PerformanceEntry) => void, options: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options });
  observe('largest-contentful-paint', ({ startTime }) => Object.assign(window, { largestPaint: startTime }));
  observe('longtask', ({ startTime, duration }) => Object.assign(window, { busyAt: startTime + duration }));
  const keep = (entry: PerformanceEntry) => {
    const id = Number(Reflect.get(entry, 'interactionId'));
    if (id > 0) interactions.set(id, Math.max(interactions.get(id) ?? 0, entry.duration));
  };
  observe('event', keep, { durationThreshold: 16 });
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
