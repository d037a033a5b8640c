import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { build, preview } from 'vite';
import { sizeOf } from './kit/sizes.ts';
import type { BenchStorePage } from './sync/page.ts';

declare const bench: BenchStorePage; // in the page

/** Few jobs in one round: each store's rows are compared, and one store is measured on disk. */
export const short = ['--rows', '300', '--rounds', '1', '--sizes', '1'];

const root = resolve('bench/sync');
const outDir = resolve('node_modules/.cache/jobdock/bench-sync');

type Figures = { readonly name: string; readonly writeMs: number; readonly readMs: number; readonly bytes: number };

/**
 * Measures writing jobs to IndexedDB and reading them in one page of Chromium: our column blocks against Dexie with one record
 * per job and 20, 8, and no indexes. Reports medians and file sizes. `--rows n` (default 100,000), `--rounds n` (3), `--sizes n`:
 * number of stores, from the last, whose files are measured (default all). Fails when a job is read back changed.
 */
export async function run(argv: readonly string[]): Promise<void> {
  const [rows, rounds, sizes] = [sizeOf(argv, 'rows', 100_000), sizeOf(argv, 'rounds', 3), sizeOf(argv, 'sizes', 99)];
  await build({ root, configFile: false, logLevel: 'error', build: { outDir, emptyOutDir: true, target: 'es2023' } });
  // Isolated pages have a clock resolution of 5 microseconds instead of 100.
  const headers = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0, headers },
  });
  try {
    const address = server.resolvedUrls?.local[0] ?? '';
    report(rows, await measured(address, rows, rounds, sizes));
  } finally {
    await server.close();
  }
}

async function measured(address: string, rows: number, rounds: number, sizes: number): Promise<Figures[]> {
  const times = new Map<string, { writeMs: number[]; readMs: number[] }>();
  await onPage(address, rows, null, async (page, context) => {
    console.log(
      `${whole(rows)} jobs, Chromium ${context.browser()?.version() ?? ''}, medians of ${rounds} rounds, all with strict durability`,
    );
    const names = await page.evaluate(() => bench.names());
    for (let round = 0; round < rounds; round++) {
      for (const name of names) {
        const one = await page.evaluate(([name, round]) => bench.measure(name, round), [name, round] as const);
        if (one.wrong !== null) fail(`${name}: ${one.wrong}`);
        const known = times.get(name) ?? { writeMs: [], readMs: [] };
        times.set(name, { writeMs: [...known.writeMs, one.writeMs], readMs: [...known.readMs, one.readMs] });
      }
    }
  });
  const figures: Figures[] = [];
  for (const [n, [name, { writeMs, readMs }]] of [...times].entries()) {
    const bytes = n < times.size - sizes ? Number.NaN : await bytesOf(address, rows, name);
    figures.push({ name, writeMs: median(writeMs), readMs: median(readMs), bytes });
  }
  return figures;
}

/** Size of a database's files after the browser was closed and reopened, when it has compacted its log. */
async function bytesOf(address: string, rows: number, name: string): Promise<number> {
  const profile = await mkdtemp(join(tmpdir(), 'jobdock-bench-'));
  try {
    await onPage(address, rows, profile, (page) => page.evaluate((name) => bench.leave(name), name));
    await onPage(address, 0, profile, async (page) => {
      const count = await page.evaluate((name) => bench.touch(name), name);
      if (count !== rows) fail(`${name}: ${count} jobs are on disk of ${rows}`);
    });
    return await bytesBelow(join(profile, 'Default/IndexedDB'));
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function onPage<T>(
  address: string,
  rows: number,
  profile: string | null,
  work: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const launch = {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--js-flags=--max-old-space-size=4096'],
  };
  const browser = profile === null ? await chromium.launch(launch) : null;
  const context = browser ? await browser.newContext() : await chromium.launchPersistentContext(profile ?? '', launch);
  try {
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(error));
    await page.goto(address, { timeout: 120_000 });
    await page.evaluate((rows) => bench.prepare(rows), rows);
    return await work(page, context);
  } finally {
    await context.close();
    await browser?.close();
  }
}

async function bytesBelow(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(files.map(async (file) => stat(join(folder, file))));
  return sizes.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0);
}

function report(rows: number, figures: readonly Figures[]): void {
  const own = figures.at(-1);
  if (!own) throw new Error('nothing was measured');
  const rate = (ms: number) => (rows / ms).toFixed(1).padStart(8);
  console.log('\nthousand jobs a second       write     read   on disk, MB     ours: write   read   of the disk');
  for (const one of figures) {
    const line = `${one.name.padEnd(27)}${rate(one.writeMs)} ${rate(one.readMs)} ${(one.bytes / 1e6).toFixed(1).padStart(13)}`;
    const times = (theirs: number, ours: number) => `${(theirs / ours).toFixed(1)} x`.padStart(8);
    console.log(
      one === own
        ? line
        : `${line}     ${times(one.writeMs, own.writeMs)} ${times(one.readMs, own.readMs)}   1/${(one.bytes / own.bytes).toFixed(1)}`,
    );
  }
  if (process.exitCode !== 1) console.log('Every job came back from each as it was written.');
}

function fail(difference: string): void {
  console.error(`RESULTS DIFFER: ${difference}`);
  process.exitCode = 1;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const whole = (n: number): string => Math.round(n).toLocaleString('en');
