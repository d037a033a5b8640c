#!/usr/bin/env node
// `npm run check`: everything that must pass before a change is done. Prints a table of its stages and the ten slowest tests. Its
// last line is "N passed, M failed" over all tests.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './browser.mjs';
import { build } from './build.mjs';
import { startEngine } from './engine.mjs';
import { readReport, slowest } from './reports.mjs';
import { ensurePackages, run, say, seconds } from './tasks.mjs';
import { keepTemporaryFilesInMemory } from './temporary-files.mjs';

keepTemporaryFilesInMemory();

const results = mkdtempSync(join(tmpdir(), 'jobdock-check-'));
const began = performance.now();
/**
 * The stages so far: name, seconds, and `problem` (output of a failure, or null). A failed stage without tests counts as one
 * failure.
 */
const stages = [];
/** The reports of the test runs. */
const reports = [];

/** Runs a stage. `work` returns the problem as text, or nothing. */
async function step(name, work) {
  const since = performance.now();
  const problem = (await work().catch((error) => error.message)) || null;
  stages.push({ name, problem, seconds: (performance.now() - since) / 1000 });
  say(problem === null ? `✓ ${name} (${seconds(since)})` : `✗ ${name} (${seconds(since)})\n${problem}`);
  return problem === null;
}

/** A command that prints nothing on success. */
const quietly = (program, args, env) => async () => {
  const { code, words } = await run(program, args, { quiet: true, env });
  return code === 0 ? undefined : words || `${program} ended with ${code}`;
};

/** Runs tests and counts failures from the report. */
async function tests(name, program, args, file, how) {
  const since = performance.now();
  const { code, words } = await run(program, args, { quiet: true, ...how });
  const report = readReport(file);
  // A run that failed without a failed test, or ran no test, counts as a failure.
  if ((code !== 0 && report.failed === 0) || report.passed + report.failed === 0) report.failed += 1;
  reports.push(report);
  const problem = report.failed === 0 ? null : words;
  stages.push({ name, problem, seconds: (performance.now() - since) / 1000 });
  if (problem) say(problem);
  say(`${problem ? '✗' : '✓'} ${name}: ${report.passed} passed, ${report.failed} failed (${seconds(since)})`);
}

/** Runs jobs in order, two at a time. */
async function inPairs(jobs) {
  const left = [...jobs];
  const work = async () => {
    for (let job = left.shift(); job; job = left.shift()) await job();
  };
  await Promise.all([work(), work()]);
}

await ensurePackages();
const npx = (name, ...args) => [name, quietly('npx', args)];
const stills = [
  npx('lint and types', 'oxlint', '--type-aware', '--type-check'),
  npx('format', 'biome', 'check', '.'),
  npx('dead code', 'knip'),
  ['structure', quietly('node', ['scripts/structure.mjs'])],
  ['lines of nouns on the client kit', quietly('node', ['scripts/kit-ceilings.mjs'])],
  ['word list', quietly('node', ['scripts/word-list.mjs'])],
];
const built = await step('build', () => build());
if (built) await step('size of what a browser loads', quietly('node', ['scripts/budget.mjs']));
await suites();
rmSync(results, { recursive: true, force: true });
report();

/**
 * One after another: each suite uses every core by itself, and side by side their tests ran into time limits. One PostgreSQL serves
 * all suites.
 */
async function suites() {
  const engine = await startEngine().catch((error) => ({ problem: error.message }));
  if (engine.problem) return void (await step('a PostgreSQL for the tests', async () => engine.problem));
  try {
    await stillsThenSuites(engine.env);
    if (built) await browserTests(engine.env);
  } finally {
    await engine.stop();
  }
  // Their comparisons are valid under load, but they must not slow down a browser test.
  if (built) await step('short form of every bench', shortBenches);
}

/** Every bench, in two processes at a time. */
async function shortBenches() {
  const names = readdirSync('bench').flatMap((file) => /^(?!main)(\w+)\.ts$/.exec(file)?.[1] ?? []);
  const problems = [];
  const half = (rest) => quietly('npm', ['run', '-s', 'bench', '--', '--short', ...names.filter((_, i) => i % 2 === rest)]);
  await inPairs([half(0), half(1)].map((run) => async () => problems.push(await run())));
  return problems.filter(Boolean).join('\n');
}

async function stillsThenSuites(env) {
  await inPairs(
    stills.map(
      ([name, work]) =>
        () =>
          step(name, work),
    ),
  );
  await processSuites(env);
}

async function processSuites(env) {
  const vitest = (name, project) => {
    const file = join(results, `${project}.json`);
    const args = ['vitest', 'run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
    return tests(name, 'npx', args, file, { env });
  };
  await vitest('database tests', 'pg');
  // A killed service mostly waits until it runs again, so the kills take longest and need the least.
  const kills = quietly('npm', ['run', '-s', 'kill', '--', '--cycles', '20']);
  const killed = built ? step('20 kills under load', kills) : undefined;
  await vitest('unit and property tests', 'unit');
  await vitest('simulated histories and planted bugs', 'simulation');
  await killed;
}

async function browserTests(env) {
  let chromium;
  const found = await step('a Chromium', async () => {
    chromium = await ensureChromium();
  });
  if (!found) return;
  const file = join(results, 'browser.json');
  const how = { env: { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file } };
  await tests('browser tests', 'npm', ['run', '-s', 'e2e', '--', '--grep-invert=@long', '--reporter=list,json'], file, how);
}

function report() {
  say('\nstages');
  for (const { name, problem, seconds } of stages) say(`${seconds.toFixed(1).padStart(8)} s  ${problem ? '✗' : '✓'} ${name}`);
  say(`${((performance.now() - began) / 1000).toFixed(1).padStart(8)} s  in total (small stages run in parallel)`);
  say('\nten slowest tests');
  for (const line of slowest(
    reports.flatMap(({ tests }) => tests),
    10,
  ))
    say(line);
  const sum = (part) => reports.reduce((total, counts) => total + counts[part], 0);
  // A failed test run is counted by its tests.
  const runs = reports.filter(({ failed }) => failed > 0).length;
  const failed = sum('failed') + stages.filter(({ problem }) => problem).length - runs;
  say(`\n${sum('passed')} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
