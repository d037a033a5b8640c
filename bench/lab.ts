import { resolve } from 'node:path';
import { chromium } from 'playwright';
import { build, preview } from 'vite';
import type { BenchLabPage } from './lab/page.ts';

declare const bench: BenchLabPage; // in the page

const ROUNDS = 3;
const root = resolve('bench/lab');
const outDir = resolve('node_modules/.cache/jobdock/bench-lab');

/**
 * The rule lab in Chromium over the jobs of a device, without a service: from a key to the answer over every job, beside rules
 * that are there already. `npm run bench -- lab [jobs] [rules]`: 100,000 and 1,000 unless told. Fails where the lab counts
 * other jobs than the plain evaluator.
 */
export async function run(argv: readonly string[]): Promise<void> {
  const [jobs = 100_000, rules = 1_000] = argv.map(Number);
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
    console.log(`${jobs} jobs, Chromium ${browser.version()}, no service, ${ROUNDS} rounds; ms in the page (in the worker)`);
    for (const [what, count, edits] of [
      ['a new rule alone', 0, false],
      [`a new rule among ${rules}`, rules, false],
      [`one of ${rules} rules edited`, rules, true],
    ] as const) {
      const rounds = [];
      for (let round = 0; round < ROUNDS; round++)
        rounds.push(await page.evaluate(([count, edits]) => bench.type(count, edits), [count, edits] as const));
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
