import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { type CDPSession, chromium, type Page } from 'playwright';
import { build, type PreviewServer, preview } from 'vite';
import { measureChildren } from './grid/children.ts';
import type { FilterSortReport, Measured } from './grid/filter-sort.ts';
import { measureGroups, type StepReport } from './grid/groups.ts';
import type { BenchPage } from './grid/page.ts';
import type { Frames } from './grid/scroll.ts';
import { sizeOf } from './kit/sizes.ts';

declare const bench: BenchPage; // in the page

/** A small table, one round, and a few frames: enough to compare every result. */
export const short = ['--rows', '300', '--rounds', '1', '--frames', '3'];

const OURS = 'Jobdock worker';
const root = resolve('bench/grid');
const outDir = resolve('node_modules/.cache/jobdock/bench-grid');

/**
 * Compares the grid engine with TanStack Table, AG Grid, and plain arrays in one Chromium: filter and sort, one changed row,
 * memory, and frames while scrolling. Groups and jobs below their orders are measured in this process. `--rows n` (default 100,000), `--rounds n` (3), `--frames n` per scroll (240). Fails when
 * results differ.
 */
export async function run(argv: readonly string[]): Promise<void> {
  const [rows, rounds, frames] = [sizeOf(argv, 'rows', 100_000), sizeOf(argv, 'rounds', 3), sizeOf(argv, 'frames', 240)];
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 5000 },
  });
  // Isolated pages have a clock resolution of 5 microseconds instead of 100.
  const headers = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0, headers },
  });
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--js-flags=--max-old-space-size=4096'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 860 } });
    page.on('pageerror', (error) => console.error(error));
    const open = () => page.goto(addressOf(server));
    console.log(`${rows.toLocaleString('en')} jobs, 60 columns, Chromium ${browser.version()}, medians of ${rounds} rounds`);
    await open();
    reportFilterSort(await page.evaluate(([rows, rounds]) => bench.filterSort(rows, rounds), [rows, rounds] as const));
    reportGroups(rows, rounds);
    await open();
    await reportMemory(page, rows);
    await reportScrolling(page, open, Math.min(rows, 100_000), frames);
  } finally {
    await browser.close();
    await server.close();
  }
}

function addressOf(server: PreviewServer): string {
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error('the page has no address');
  return url;
}

function reportFilterSort({ loadMs, measured, differences }: FilterSortReport): void {
  console.log(`\nFilter and sort, ms (ours counts both messages and the first 50 rows; loading took ${loadMs.toFixed(0)} ms)`);
  for (const query of new Set(measured.map((m) => m.query))) {
    const own = measured.find((m) => m.query === query && m.peer === OURS);
    if (!own) continue;
    console.log(`${query} (${own.hits.toLocaleString('en')} rows)`);
    for (const peer of measured.filter((m) => m.query === query)) console.log(`  ${line(peer, own)}`);
  }
  for (const difference of differences) console.error(`RESULTS DIFFER: ${difference}`);
  if (differences.length > 0) process.exitCode = 1;
  else console.log('All results equal those of plain arrays, row by row.');
}

function reportGroups(rows: number, rounds: number): void {
  const report = measureGroups(rows, rounds);
  console.log(`\nGroups by two columns, ms in this process (${report.groups} outer groups)`);
  reportSteps(report);
  console.log('\nJobs below their orders, ms in this process, each with the first screen');
  reportSteps(measureChildren(rows, rounds));
}

function reportSteps({ ms, differences }: StepReport): void {
  for (const [step, times] of Object.entries(ms)) console.log(`  ${step.padEnd(32)} ${median(times).toFixed(2).padStart(10)}`);
  for (const difference of differences) console.error(`RESULTS DIFFER: ${difference}`);
  if (differences.length > 0) process.exitCode = 1;
}

function line(peer: Measured, own: Measured): string {
  const ms = median(peer.ms);
  const text = `${peer.peer.padEnd(20)} ${ms.toFixed(2).padStart(10)}`;
  if (peer !== own)
    return `${text}   ${(ms / median(own.ms)).toFixed(1)} times ours, ${(ms / median(own.insideMs)).toFixed(1)} without messages`;
  return `${text}   ${median(own.insideMs).toFixed(2)} inside the worker`;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function reportMemory(page: Page, rows: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const before = await weigh(session);
  const estimate = await page.evaluate((rows) => bench.hold(rows), rows);
  const bytes = (await weigh(session)) - before;
  console.log(
    `\nMemory: ${(bytes / rows).toFixed(0)} bytes a job (${(bytes / 1e6).toFixed(0)} MB after all queries; the engine itself says ${(estimate / rows).toFixed(0)})`,
  );
  await session.detach();
}

/** Bytes of the page's heap and array buffers after garbage collection. */
async function weigh(session: CDPSession): Promise<number> {
  for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage');
  const usage: { usedSize: number; backingStorageSize?: number } = await session.send('Runtime.getHeapUsage');
  return usage.usedSize + (usage.backingStorageSize ?? 0);
}

async function reportScrolling(page: Page, open: () => Promise<unknown>, rows: number, count: number): Promise<void> {
  console.log(`\nScrolling ${rows.toLocaleString('en')} rows of 20 columns, ms a frame`);
  const session = await page.context().newCDPSession(page);
  for (const [name, step, slower] of [
    ['ordinary, 120 px a frame', 120, 1],
    ['fling, 6,000 px a frame, CPU 4 times slower', 6000, 4],
  ] as const) {
    console.log(name);
    for (const grid of ['ours', 'ag'] as const) {
      await open();
      await page.evaluate(([grid, rows]) => bench.open(grid, rows), [grid, rows] as const);
      await page.waitForFunction(() => /\bRN\b/.test(bench.shown()));
      await page.evaluate(([grid, count]) => bench.scroll(grid, 60, count), [grid, Math.min(count, 30)] as const); // warm-up
      await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
      const taskMs = await taskTime(session);
      const frames = await page.evaluate(([grid, step, count]) => bench.scroll(grid, step, count), [grid, step, count] as const);
      const task = ((await taskTime(session)) - taskMs) / frames.frames;
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await page.waitForFunction(() => /\bRN\b/.test(bench.shown()));
      console.log(
        `  ${(grid === 'ours' ? 'Jobdock grid' : 'AG Grid').padEnd(14)} ${frameLine(frames)}, ${task.toFixed(1)} of work`,
      );
      await page.evaluate(() => bench.close());
    }
  }
}

/** Milliseconds of main thread work so far. */
async function taskTime(session: CDPSession): Promise<number> {
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0) * 1000;
}

const frameLine = ({ p50Ms, p95Ms, dropped, frames }: Frames) =>
  `p50 ${p50Ms.toFixed(1)}, p95 ${p95Ms.toFixed(1)}, ${dropped} dropped in ${frames}`;
