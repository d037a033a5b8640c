import { type PreparedRules, prepareRule, prepareRules } from '#domain/rules/prepare-rules.ts';
import { RuleColumns } from '#src/workers/rules/rule-columns.ts';
import { type EngineRun, RuleEngine } from '#src/workers/rules/rule-engine.ts';
import { sizeOf } from './kit/sizes.ts';
import { type BenchJob, benchJobs, benchTable } from './rules/jobs.ts';
import { chainedClosures, closures, jsonLogic, jsonRules, type Peer, siftPeer, zen } from './rules/peers.ts';
import { type BenchRule, benchRules, ruleRowOf } from './rules/rules.ts';

/** Few jobs and rules, one round. All match counts are compared. */
export const short = ['--jobs', '60', '--rules', '20', '--rounds', '1'];

const today = '2026-11-21';
/** Rounds per engine unless it specifies its own. The median counts. */
let rounds = 3;
const preparation = { moment: 'collection', today } as const;

/** The project's target ratios, by peer. */
const goals: Readonly<Record<string, number>> = {
  'hand-written closures': 20,
  'json-logic-engine, compiled': 40,
  'zen-engine, native': 500,
  'json-rules-engine': 4_000,
};

/**
 * Compares the rule engine with closures and four libraries. `--jobs n` (default 100,000), `--rules n` (1,000), `--rounds n` (3).
 * Fails when engines give different results.
 */
export async function run(argv: readonly string[]): Promise<void> {
  const [jobCount, ruleCount] = [sizeOf(argv, 'jobs', 100_000), sizeOf(argv, 'rules', 1_000)];
  rounds = sizeOf(argv, 'rounds', 3);
  const jobs = benchJobs(jobCount, 1);
  const rules = benchRules(ruleCount, 2);
  console.log(
    `${ruleCount} rules over ${jobCount} jobs, medians of ${rounds} rounds in one process; every count of hits is compared.`,
  );
  const independent = await independentRules(jobs, rules);
  const chained = await chainedRules(jobs, rules);
  if (!independent || !chained) {
    console.error('Engines gave different answers.');
    process.exitCode = 1;
  }
}

type Timed<T> = { readonly ms: number; readonly last: T };

async function timed<T>(work: () => T | Promise<T>, count = rounds): Promise<Timed<T>> {
  const times: number[] = [];
  let last: T | undefined;
  for (let i = 0; i < count; i++) {
    const since = performance.now();
    last = await work();
    times.push(performance.now() - since);
  }
  return { ms: times.sort((a, b) => a - b)[Math.floor(count / 2)] ?? 0, last: last as T };
}

const shown = (ms: number): string =>
  ms >= 10_000 ? `${(ms / 1000).toFixed(1)} s` : ms >= 100 ? `${ms.toFixed(0)} ms` : `${ms.toFixed(1)} ms`;

/** The prepared rules with one of them edited and its text parsed again. */
function edited(prepared: PreparedRules, round: number): PreparedRules {
  const at = Math.floor(prepared.rules.length / 2);
  const rules = prepared.rules.map((one, i) =>
    i === at
      ? prepareRule(
          { ...one.rule, source: `[State] not equal "zz${round}" and [Bill Rate] greater than ${60 + round}` },
          preparation,
        )
      : one,
  );
  return { ...prepared, rules };
}

const hitsOf = ({ rules }: EngineRun): number[] => rules.map((rule) => rule.hits.count);
const same = (a: ArrayLike<number>, b: ArrayLike<number>): boolean =>
  a.length === b.length && Array.from(a).every((n, i) => n === b[i]);

/** Columns of every field that is read, so that the rounds time only the rules. */
function columnsOf(jobs: readonly BenchJob[], prepared: PreparedRules): RuleColumns {
  const columns = new RuleColumns(benchTable(jobs), prepared);
  new RuleEngine(columns, prepared.tests).run(prepared);
  return columns;
}

async function oursOver(jobs: readonly BenchJob[], rules: readonly BenchRule[], writes: boolean) {
  const rows = rules.map((rule) => ruleRowOf(rule, writes));
  const reading = await timed(() => prepareRules(rows, preparation));
  const prepared = reading.last;
  const building = await timed(() => columnsOf(jobs, prepared), 1);
  const columns = building.last;
  const cold = await timed(() => new RuleEngine(columns, prepared.tests).run(prepared));
  const engine = new RuleEngine(columns, prepared.tests);
  engine.run(prepared);
  let round = 0;
  const oneEdit = await timed(() => engine.run(edited(prepared, round++)), 7);
  engine.run(prepared);
  const again = await timed(() => engine.run(prepared), 7);
  console.log(
    `ours: reading ${rows.length} rules ${shown(reading.ms)}, building columns and a first run ${shown(building.ms)}, cold ${shown(cold.ms)}, after one edit ${shown(oneEdit.ms)}, nothing edited ${shown(again.ms)}`,
  );
  return { cold, oneEdit, engine };
}

async function independentRules(jobs: readonly BenchJob[], rules: readonly BenchRule[]): Promise<boolean> {
  console.log('\nIndependent rules');
  const { cold } = await oursOver(jobs, rules, false);
  const peers: Peer[] = [
    closures(rules, jobs.length),
    jsonLogic(rules, Math.min(jobs.length, 10_000)),
    siftPeer(rules, Math.min(jobs.length, 1_000)),
    zen(rules, Math.min(jobs.length, 200)),
    jsonRules(rules, Math.min(jobs.length, 30)),
  ];
  const rows: Record<string, string | number>[] = [
    { engine: 'ours, cold', jobs: jobs.length, time: shown(cold.ms), 'for all jobs': shown(cold.ms) },
  ];
  let equal = true;
  for (const peer of peers) {
    const part = jobs.slice(0, peer.jobs);
    const { ms, last } = await timed(() => peer.hits(part));
    const scaled = (ms / part.length) * jobs.length;
    const isSame = same(last, hitsOver(part, jobs, rules, cold.last));
    equal &&= isSame;
    const goal = goals[peer.name];
    rows.push({
      engine: peer.name,
      jobs: part.length,
      time: shown(ms),
      'for all jobs': shown(scaled),
      'ours is faster by': `${(scaled / cold.ms).toFixed(0)}x`,
      goal: goal === undefined ? 'ahead' : `${goal}x`,
      'same answers': isSame ? 'yes' : 'NO',
    });
  }
  console.table(rows);
  return equal;
}

/** Our matches among the first jobs, counted from the run over all. */
function hitsOver(part: readonly BenchJob[], jobs: readonly BenchJob[], rules: readonly BenchRule[], all: EngineRun): number[] {
  if (part.length === jobs.length) return hitsOf(all);
  return rules.map((_, i) => {
    const bits = all.rules[i]?.hits.bits ?? new Uint32Array(0);
    let count = 0;
    for (let row = 0; row < part.length; row++) count += ((bits[row >>> 5] ?? 0) >>> (row & 31)) & 1;
    return count;
  });
}

async function chainedRules(jobs: readonly BenchJob[], rules: readonly BenchRule[]): Promise<boolean> {
  console.log('\nChained rules: each sees what the ones before it left');
  const { cold, oneEdit, engine } = await oursOver(jobs, rules, true);
  const hand = await timed(() => chainedClosures(rules, jobs));
  const positions = Uint32Array.from(jobs.keys());
  const written = [...new Set(rules.map((rule) => rule.target))];
  const sameValues = written.every((key) => {
    const values = engine.valuesAt(cold.last, key, positions);
    return values.every((value, row) => value === hand.last.after[row]?.[key]);
  });
  const equal = sameValues && same(hand.last.hits, hitsOf(cold.last));
  console.table([
    { engine: 'hand-written closures', time: shown(hand.ms) },
    {
      engine: 'ours, cold',
      time: shown(cold.ms),
      'faster by': `${(hand.ms / cold.ms).toFixed(0)}x`,
      goal: '10x',
      'same answers': equal ? 'yes' : 'NO',
    },
    {
      engine: 'ours, after one edit',
      time: shown(oneEdit.ms),
      'faster by': `${(hand.ms / oneEdit.ms).toFixed(0)}x`,
      goal: '80x and under 100 ms',
    },
  ]);
  return equal;
}
