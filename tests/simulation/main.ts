import { type Bug, bugs, withBug } from './bugs.ts';
import { checkerNames } from './checks.ts';
import { type HistoryEnd, hunt, runPlan, runSeed, stepsOfHistory } from './history.ts';
import { sound } from './seams.ts';
import { shrink } from './shrink.ts';
import { totals } from './totals.ts';

const usage = `npm run simulate -- [--histories N] [--seed S] [--bug NAME | --bugs] [--trace]
  --histories N  how many, one seed after another (default 1000; with bugs: at most so many for each, default 400)
  --seed S       the first seed (default 1); with --histories 1 it runs that history again, byte for byte
  --steps N      steps of each history (default ${stepsOfHistory})
  --bug NAME     plants one bug and says where it was found; --bugs plants each in turn
  --trace        prints everything that happens`;

const args = process.argv.slice(2);
const has = (name: string) => args.includes(`--${name}`);
const valueOf = (name: string): string | undefined => (has(name) ? args[args.indexOf(`--${name}`) + 1] : undefined);
const numberOf = (name: string, otherwise: number): number => {
  const value = Number(valueOf(name) ?? otherwise);
  if (Number.isSafeInteger(value) && value > 0) return value;
  console.error(usage);
  process.exit(2);
};

async function tell(end: HistoryEnd, bug?: Bug): Promise<void> {
  const seams = bug ? () => withBug(bug) : () => sound;
  const { seed, steps } = end.plan;
  console.log(`\nseed ${seed}, digest ${end.digest}: ${end.findings[0]?.checker} ${end.findings[0]?.words}`);
  for (const { checker, words } of end.findings.slice(1, 4)) console.log(`  also ${checker} ${words}`);
  const least = await shrink(end, (plan) => runPlan(plan, seams()));
  console.log(
    `  ${least.plan.steps.length} of ${steps.length} steps are enough; again: npm run simulate -- --histories 1 --seed ${seed}`,
  );
  for (const step of least.plan.steps) console.log(`    ${JSON.stringify(step)}`);
  console.log(`  ${least.findings[0]?.checker} ${least.findings[0]?.words}`);
}

async function simulate(histories: number, first: number): Promise<number> {
  const sum = totals();
  const started = performance.now();
  let failed = 0;
  for (let i = 0; i < histories; i++) {
    const end = await runSeed(first + i, sound, has('trace'), numberOf('steps', stepsOfHistory));
    if (has('trace')) console.log(end.world.trace.lines.join('\n'));
    sum.add(end);
    if (end.findings.length > 0 && ++failed <= 5) await tell(end);
    if ((i + 1) % 5000 === 0)
      console.log(`${i + 1} histories, ${failed} failed, ${Math.round((performance.now() - started) / 1000)} s`);
  }
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `\n${histories} histories from seed ${first} in ${seconds.toFixed(1)} s (${((seconds * 1000) / histories).toFixed(1)} ms each), ${sum.steps} steps`,
  );
  console.log(`digest of all: ${sum.digest()}`);
  console.log('\nfaults');
  for (const [name, count] of sum.faults()) console.log(`  ${String(count).padStart(8)}  ${name}`);
  console.log('\nchecks made');
  for (const name of checkerNames) console.log(`  ${String(sum.checks.get(name) ?? 0).padStart(10)}  ${name}`);
  console.log(`\nsendings of a change: median ${sum.medianPushes()}, most ${sum.mostPushes()}`);
  console.log(failed === 0 ? 'nothing found' : `${failed} histories failed`);
  return failed === 0 ? 0 : 1;
}

async function plant(list: readonly Bug[], most: number, first: number): Promise<number> {
  let found = 0;
  for (const bug of list) {
    const end = await hunt(() => withBug(bug), most, first);
    if (end) found++;
    const where = end ? `${end.findings[0]?.checker} after ${end.plan.seed - first + 1}` : `NOT FOUND in ${most}`;
    console.log(`${bug.name.padEnd(30)} ${where.padEnd(22)} ${bug.about}`);
    if (end && list.length === 1) await tell(end, bug);
  }
  console.log(`\n${found} of ${list.length} planted bugs found`);
  return found === list.length ? 0 : 1;
}

async function main(): Promise<number> {
  const seed = numberOf('seed', 1);
  if (has('bugs')) return plant(bugs, numberOf('histories', 400), seed);
  if (!has('bug')) return simulate(numberOf('histories', 1000), seed);
  const bug = bugs.find(({ name }) => name === valueOf('bug'));
  if (bug) return plant([bug], numberOf('histories', 400), seed);
  console.error(`No such bug. There are: ${bugs.map(({ name }) => name).join(', ')}`);
  return 2;
}

process.exitCode = await main();
