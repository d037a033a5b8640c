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

/** A test run, whose failures are counted from its report. A quiet one says its words when it ends, for it runs beside another. */
async function tests(name, program, args, report, how) {
  const since = performance.now();
  const { code, words } = await run(program, args, how);
  if (words) say(words);
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
const built = await step('build', () => build());
if (built) await step('size of what a browser loads', quietly('node', ['scripts/budget.mjs']));
// A browser mostly waits, for lines and for people: beside it the other suites cost little time.
const suites = (await Promise.all([processSuites(), built ? browserTests() : []])).flat();
rmSync(results, { recursive: true, force: true });
const sum = (part) => suites.reduce((total, counts) => total + counts[part], 0);
const failed = failedSteps + sum('failed');
say(`${sum('passed')} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function processSuites() {
  const reports = ['--reporter=dot', '--reporter=json'];
  const vitest = (name, projects, file) =>
    tests(name, 'npx', ['vitest', 'run', ...projects, ...reports, `--outputFile=${file}`], file);
  const unit = await vitest('unit, property and database tests', ['--project', 'unit', '--project', 'pg'], unitFile);
  const simulated = await vitest('simulated histories and planted bugs', ['--project', 'simulation'], simulationFile);
  if (built) await step('20 kills under load', quietly('npm', ['run', '-s', 'kill', '--', '--cycles', '20']));
  return [unit, simulated];
}

async function browserTests() {
  const chromium = await ensureChromium().catch((error) => {
    failedSteps += 1;
    say(`✗ ${error.message}`);
  });
  if (!chromium) return [];
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: browserFile };
  const args = ['run', '-s', 'e2e', '--', '--reporter=list,json'];
  return [await tests('browser tests', 'npm', args, browserFile, { env, quiet: true })];
}
