import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { chromium, type Page } from 'playwright';
import { build, preview } from 'vite';
import type { DeviceBench, DeviceStep } from './device/page.tsx';

declare const bench: DeviceBench; // in the page

const root = resolve('bench/reports/device');
const outDir = resolve('node_modules/.cache/jobdock/bench-reports-device');
const steps: readonly (readonly [DeviceStep, string])[] = [
  ['open', 'all jobs, by one column'],
  ['narrow', 'two texts and a range, by two columns'],
  ['wide', 'a range, by two columns'],
];

/**
 * The jobs report over the rows of a device beside AG Grid community, each alone in Chromium: from a question until its rows are painted.
 * Returns what differs.
 */
export async function measureOnDevice(rows: number, rounds: number): Promise<string[]> {
  const shared = { root, configFile: false, logLevel: 'error' } as const;
  await build({
    ...shared,
    plugins: [react()],
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 5000 },
  });
  const headers = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
  const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0, headers } });
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--js-flags=--max-old-space-size=4096'],
  });
  try {
    const address = server.resolvedUrls?.local[0] ?? '';
    const page = await browser.newPage({ viewport: { width: 1440, height: 860 } });
    page.setDefaultTimeout(300_000);
    page.on('pageerror', (error) => console.error(error));
    const own = await measured(page, address, { peer: 'ours', rows, rounds });
    const theirs = await measured(page, address, { peer: 'ag', rows, rounds });
    console.log(`\nJobs report over ${rows.toLocaleString('en')} jobs of a device, ms until painted      Jobdock   AG Grid`);
    for (const [step, words] of steps) say(words, own.ms[step], theirs.ms[step]);
    return steps.flatMap(([step, words]) =>
      own.ids[step] === theirs.ids[step] ? [] : [`the jobs report shows other rows: ${words}`],
    );
  } finally {
    await browser.close();
    await server.close();
  }
}

type Asked = { readonly peer: 'ours' | 'ag'; readonly rows: number; readonly rounds: number };
type Found = { readonly ms: Record<DeviceStep, number>; readonly ids: Record<DeviceStep, string> };

async function measured(page: Page, address: string, { peer, rows, rounds }: Asked): Promise<Found> {
  await page.goto(address);
  await page.evaluate(([peer, rows]) => bench.open(peer, rows), [peer, rows] as const);
  const times: Record<DeviceStep, number[]> = { open: [], narrow: [], wide: [] };
  const ids: Record<DeviceStep, string> = { open: '', narrow: '', wide: '' };
  for (let round = -1; round < rounds; round++)
    for (const [step] of steps) {
      const ms = await page.evaluate((step) => bench.ask(step), step);
      if (round >= 0) times[step].push(ms);
      if (round === 0) ids[step] = (await page.evaluate(() => bench.ids())).join();
    }
  if ((await page.evaluate(() => bench.shown())) === 0) throw new Error(`${peer} shows nothing`);
  await page.evaluate(() => bench.close());
  return { ms: { open: median(times.open), narrow: median(times.narrow), wide: median(times.wide) }, ids };
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const say = (words: string, own: number, theirs: number): void =>
  console.log(
    `  ${words.padEnd(58)} ${own.toFixed(1).padStart(9)} ${theirs.toFixed(1).padStart(9)}   ${(theirs / own).toFixed(1)} times ours`,
  );
