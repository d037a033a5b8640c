#!/usr/bin/env node
// `npm run check`: everything that must hold before a change is done, cheap first. Ends with "N passed, M failed" over all tests.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './browser.mjs';
import { build } from './build.mjs';
import { ensurePackages, run, say, seconds } from './tasks.mjs';

const results = mkdtempSync(join(tmpdir(), 'jobdock-check-'));
const unitFile = join(results, 'vitest.json');
const simulationFile = join(results, 'simulation.json');
const browserFile = join(results, 'playwright.json');
const houses = ['contract', 'domain', 'server', 'src', 'tests'];

/** A step that fails and is no test counts as one failure. */
let failedSteps = 0;

async function step(name, work) {
  const since = performance.now();
  const problem = await work().catch((error) => error.message);
  if (problem) {
    failedSteps += 1;
    say(`✗ ${name} (${seconds(since)})\n${problem}`);
  } else say(`✓ ${name} (${seconds(since)})`);
  return !problem;
}

/** A command that is silent when all is well. */
const quietly = (program, args) => async () => {
  const { code, words } = await run(program, args, { quiet: true });
  return code === 0 ? undefined : words;
};

/** A test run that speaks for itself; its failures are counted from its report. */
async function tests(name, program, args, report, env) {
  const since = performance.now();
  const { code } = await run(program, args, { env });
  const counts = existsSync(report) ? countOf(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0 };
  // A run that broke without a failed test, or ran nothing, is no success.
  if ((code !== 0 && counts.failed === 0) || counts.passed + counts.failed === 0) counts.failed += 1;
  say(`${counts.failed === 0 ? '✓' : '✗'} ${name}: ${counts.passed} passed, ${counts.failed} failed (${seconds(since)})`);
  return counts;
}

/** Counts of a vitest or a Playwright report. A skipped or flaky test is a failed one: it proved nothing. */
function countOf(report) {
  if (report.stats) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    return { passed: expected, failed: unexpected + flaky + skipped };
  }
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: report.numFailedTests + skipped };
}

await ensurePackages();
await step('format', quietly('npx', ['biome', 'check', '.']));
await step('lint', quietly('npx', ['oxlint', '--type-aware']));
await step('dead code', quietly('npx', ['knip']));
for (const house of houses) await step(`types of ${house}`, quietly('npx', ['tsc', '-p', house]));
const unit = await tests(
  'unit, property and database tests',
  'npx',
  ['vitest', 'run', '--project', 'unit', '--project', 'pg', '--reporter=dot', '--reporter=json', `--outputFile=${unitFile}`],
  unitFile,
);
const simulated = await tests(
  'simulated histories and planted bugs',
  'npx',
  ['vitest', 'run', '--project', 'simulation', '--reporter=dot', '--reporter=json', `--outputFile=${simulationFile}`],
  simulationFile,
);
const built = await step('build', () => build());
if (built) await step('size of what a browser loads', quietly('node', ['scripts/budget.mjs']));
if (built) await step('20 kills under load', quietly('npm', ['run', '-s', 'kill', '--', '--cycles', '20']));
let browser = { passed: 0, failed: 0 };
if (built) {
  const chromium = await ensureChromium().catch((error) => {
    failedSteps += 1;
    say(`✗ ${error.message}`);
  });
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: browserFile };
  if (chromium)
    browser = await tests('browser tests', 'npm', ['run', '-s', 'e2e', '--', '--reporter=list,json'], browserFile, env);
}
rmSync(results, { recursive: true, force: true });
const failed = failedSteps + unit.failed + simulated.failed + browser.failed;
say(`${unit.passed + simulated.passed + browser.passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
