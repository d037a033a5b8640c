import { availableParallelism } from 'node:os';
import { natures } from './base/natures.ts';
import { sound } from './base/seams.ts';
import type { Bug } from './bugs/bug.ts';
import { bugs, withBug } from './bugs/bugs.ts';
import { type HistoryEnd, runPlan, runSeed } from './history.ts';
import type { Done, Job } from './jobs.ts';
import { runAll, serveJobs } from './pool.ts';
import { shrink } from './shrink.ts';
import { addTotals, checksOf, faultsOf, medianPushes, mostPushes, noTotals, shortcomings, type Totals } from './totals.ts';

const usage = `npm run simulate -- [--histories N] [--seed S] [--processes P] [--journal FILE] [--bug NAME | --bugs] [--trace]
  --histories N   how many, one seed after another (default 2000); with 1 it runs the history of that seed again, byte for byte
  --seed S        the first seed (default 1)
  --steps N       steps of each history (default: drawn from its seed)
  --processes P   how many run side by side (default: as many as there are cores)
  --journal FILE  keeps what is done; the same command goes on from there
  --bugs          only plants each bug in turn and says after how many histories it was found
  --bug NAME      plants one bug and shows the shortest history that finds it
  --trace         prints everything that happens, with --histories 1`;

const args = process.argv.slice(2);
const has = (name: string) => args.includes(`--${name}`);
const valueOf = (name: string): string | undefined => (has(name) ? args[args.indexOf(`--${name}`) + 1] : undefined);
const numberOf = (name: string, otherwise: number): number => {
  const value = Number(valueOf(name) ?? otherwise);
  if (Number.isSafeInteger(value) && value > 0) return value;
  console.error(usage);
  process.exit(2);
};

const histories = numberOf('histories', 2_000);
const first = numberOf('seed', 1);
const steps = has('steps') ? numberOf('steps', 1) : null;
/** Maximum number of histories until a planted bug must be found. */
const mostForBug = 1_000;
const perJob = 250;
/** One seed in a hundred is run twice. */
const perReplay = 20;
/** Number of failed runs shown in full. */
const mostShown = 3;

async function tell(end: HistoryEnd, bug?: Bug): Promise<void> {
  const seams = bug ? () => withBug(bug) : () => sound;
  const { seed, steps: all } = end.plan;
  console.log(`\nseed ${seed}, digest ${end.digest}: ${end.findings[0]?.checker} ${end.findings[0]?.words}`);
  for (const { checker, words } of end.findings.slice(1, 4)) console.log(`  also ${checker} ${words}`);
  const least = await shrink(end, (plan) => runPlan(plan, seams()));
  console.log(
    `  ${least.plan.steps.length} of ${all.length} steps are enough; again: npm run simulate -- --histories 1 --seed ${seed}`,
  );
  for (const step of least.plan.steps) console.log(`    ${JSON.stringify(step)}`);
  console.log(`  ${least.findings[0]?.checker} ${least.findings[0]?.words}`);
}

async function showOne(): Promise<number> {
  const end = await runSeed(first, sound, has('trace'), steps ?? undefined);
  if (has('trace')) console.log(end.world.trace.lines.join('\n'));
  if (end.findings.length > 0) await tell(end);
  else console.log(`seed ${first}, digest ${end.digest}: nothing found`);
  return end.findings.length === 0 ? 0 : 1;
}

async function showBug(): Promise<number> {
  const bug = bugs.find(({ name }) => name === valueOf('bug'));
  if (!bug) {
    console.error(`Unknown bug. The bugs are: ${bugs.map(({ name }) => name).join(', ')}`);
    return 2;
  }
  const from = has('seed') ? first : (bug.from ?? first);
  for (let seed = from; seed < from + mostForBug; seed++) {
    const end = await runSeed(seed, withBug(bug), has('trace'));
    if (end.findings.length === 0) continue;
    if (has('trace')) console.log(end.world.trace.lines.join('\n'));
    await tell(end, bug);
    return 0;
  }
  console.log(`${bug.name} was NOT FOUND in ${mostForBug} histories`);
  return 1;
}

const bugJobs = (): Job[] => bugs.map(({ name }): Job => ({ do: 'bug', name, most: mostForBug }));

function allJobs(): Job[] {
  const count = Math.ceil(histories / perJob);
  const runs = Array.from({ length: count }, (_, i): Job => {
    return { do: 'histories', first: first + i * perJob, count: Math.min(perJob, histories - i * perJob), steps };
  });
  const replays = Array.from({ length: Math.ceil(histories / 100 / perReplay) }, (_, i): Job => {
    return { do: 'replay', first: first + i * perReplay, count: perReplay };
  });
  return [...runs, ...replays, ...bugJobs()];
}

async function run(jobs: readonly Job[]): Promise<number> {
  const started = performance.now();
  let done = 0;
  let failed = 0;
  const onDone = (one: Done) => {
    if (one.do !== 'histories') return;
    done += one.totals.histories;
    failed += one.totals.failed.length;
    if (done % 5_000 === 0)
      console.log(`${done} histories, ${failed} failed, ${Math.round((performance.now() - started) / 1000)} s`);
  };
  const results = await runAll(jobs, {
    processes: numberOf('processes', availableParallelism()),
    journal: valueOf('journal'),
    onDone,
  });
  const problems = [...tellBugs(results), ...tellReplays(results)];
  if (jobs.some((job) => job.do === 'histories')) problems.push(...(await tellHistories(results)));
  console.log(`\n${Math.round((performance.now() - started) / 1000)} s`);
  for (const problem of problems) console.log(`✗ ${problem}`);
  console.log(problems.length === 0 ? '✓ all checks passed' : `${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
}

async function tellHistories(results: readonly Done[]): Promise<string[]> {
  const sum: Totals = noTotals();
  for (const one of results) if (one.do === 'histories') addTotals(sum, one.totals);
  for (const { seed } of sum.failed.slice(0, mostShown)) await tell(await runSeed(seed, sound, false, steps ?? undefined));
  console.log(`\n${sum.histories} histories from seed ${first}, ${sum.steps} steps, digest of all ${sum.digest}`);
  console.log('\ntargets');
  for (const name of natures) console.log(`  ${String(sum.natures[name] ?? 0).padStart(9)}  ${name}`);
  console.log('\nfaults');
  for (const [name, count] of faultsOf(sum)) console.log(`  ${String(count).padStart(9)}  ${name}`);
  console.log('\nchecks made');
  for (const [name, count] of checksOf(sum)) console.log(`  ${String(count).padStart(11)}  ${name}`);
  console.log(`\nrequests per change: median ${medianPushes(sum)}, most ${mostPushes(sum)}`);
  const named = sum.failed.map(({ seed, checker, words }) => `seed ${seed}: ${checker} ${words}`);
  // With a chosen history length, the run is for exploration, so its totals are not judged.
  return [...named, ...(steps === null ? shortcomings(sum, histories) : [])];
}

function tellBugs(results: readonly Done[]): string[] {
  const missing = bugs.length - results.filter((one) => one.do === 'bug').length;
  const found = results.flatMap((one) => (one.do === 'bug' ? [one] : []));
  console.log('\nplanted bugs');
  for (const { name, found: where } of found) {
    const about = bugs.find((bug) => bug.name === name)?.about ?? '';
    const words = where ? `${where.checker} after ${where.after}` : `NOT FOUND in ${mostForBug}`;
    console.log(`  ${name.padEnd(30)} ${words.padEnd(22)} ${about}`);
  }
  console.log(`${found.filter((one) => one.found).length} of ${found.length} planted bugs found`);
  return [
    ...found.filter((one) => !one.found).map(({ name }) => `the planted bug ${name} was not found`),
    ...(missing > 0 ? [`${missing} planted bugs were not tested`] : []),
  ];
}

function tellReplays(results: readonly Done[]): string[] {
  const replays = results.flatMap((one) => (one.do === 'replay' ? [one] : []));
  const unequal = replays.flatMap((one) => one.unequal);
  const count = replays.reduce((sum, one) => sum + one.count, 0);
  if (count > 0) console.log(`\n${count - unequal.length} of ${count} seeds replayed byte for byte`);
  return unequal.map((seed) => `seed ${seed} gave a different history the second time`);
}

if (has('worker')) serveJobs();
else if (has('help')) console.log(usage);
else if (has('bug')) process.exitCode = await showBug();
else if (has('bugs')) process.exitCode = await run(bugJobs());
else if (histories === 1) process.exitCode = await showOne();
else process.exitCode = await run(allJobs());
