import { resolve } from 'node:path';
import { chromium } from 'playwright';
import { build, preview } from 'vite';
import { sizeOf } from './kit/sizes.ts';
import type { BenchLabPage } from './lab/page.ts';

declare const bench: BenchLabPage; // in the page

/** Few jobs and rules, one round: enough to compare the lab's counts with the plain evaluator's. */
export const short = ['--jobs', '300', '--rules', '5', '--rounds', '1'];

const root = resolve('bench/lab');
const outDir = resolve('node_modules/.cache/jobdock/bench-lab');

/**
 * Measures the rule lab in Chromium over a device's jobs, without a service: the time from a keystroke to the result over every
 * job, with existing rules. `--jobs n` (default 100,000), `--rules n` (1,000), `--rounds n` (3). Fails when the lab's counts
 * differ from the plain evaluator's.
 */
export async function run(argv: readonly string[]): Promise<void> {
  const [jobs, rules, count] = [sizeOf(argv, 'jobs', 100_000), sizeOf(argv, 'rules', 1_000), sizeOf(argv, 'rounds', 3)];
  await build({ root, configFile: false, logLevel: 'error', worker: { format: 'es' }, build: { outDir, emptyOutDir: true } });
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.error(error));
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await page.evaluate((jobs) => bench.prepare(jobs), jobs);
    console.log(`${jobs} jobs, Chromium ${browser.version()}, no service, ${count} rounds; ms in the page (in the worker)`);
    for (const [what, beside, edits] of [
      ['a new rule alone', 0, false],
      [`a new rule among ${rules}`, rules, false],
      [`one of ${rules} rules edited`, rules, true],
    ] as const) {
      const rounds = [];
      for (let round = 0; round < count; round++)
        rounds.push(await page.evaluate(([beside, edits]) => bench.type(beside, edits), [beside, edits] as const));
      const keys = rounds.flatMap((round) => round.keys);
      const inWorker = rounds.flatMap((round) => round.inWorker);
      console.log(
        `  ${what.padEnd(28)} first answer ${at(
          rounds.map(({ first }) => first),
          0.5,
        )}; ${keys.length} keys: median ${at(keys, 0.5)} (${at(inWorker, 0.5)}), p95 ${at(keys, 0.95)} (${at(inWorker, 0.95)})`,
      );
    }
    const difference = await page.evaluate(() => bench.difference());
    if (difference !== null) {
      console.error(`RESULTS DIFFER: ${difference}`);
      process.exitCode = 1;
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

const at = (values: readonly number[], share: number): string =>
  (values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN).toFixed(0);
