import { attackWithFiles } from './hostile-files.ts';
import { attackWithHostileJson } from './hostile-json.ts';
import { attackWithMoreFields } from './mass-assignment.ts';
import { attackTenants } from './matrix.ts';
import { attackWithRandomBodies } from './random-bodies.ts';
import { findSecrets, knownSecrets } from './secrets.ts';
import type { Findings } from './send.ts';
import { TargetService } from './target-service.ts';
import { canaryMark, hashesOf, makeWorld, type World } from './world.ts';

const names = ['matrix', 'bodies', 'fields', 'json', 'files', 'secrets'] as const;
type Name = (typeof names)[number];

const usage = `npm run attack -- [--short] [--seed N] [--only ${names.join('|')}] [--without-clauses [seed:N]]
  Attacks the built service with the demo agency as the victim. Ends with 1 on any leak, wrong answer, status 500 or held event
  loop. Build first: npm run build.
  --without-clauses  takes the customer condition out of the service's queries, all of them or 30 by a seed; row level security
                     must then keep the tenants apart`;

const args = process.argv.slice(2);
const valueOf = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const short = args.includes('--short');
const seed = Number(valueOf('--seed') ?? (short ? 1 : Date.now() % 2 ** 31));
const only = valueOf('--only');
const dropped = args.includes('--without-clauses') ? (/^seed:\d+$/.exec(valueOf('--without-clauses') ?? '')?.[0] ?? 'all') : null;
if (!Number.isSafeInteger(seed) || args.includes('--help') || (only !== undefined && !names.includes(only as Name))) {
  console.error(usage);
  process.exit(2);
}
const runs = (name: Name) => only === undefined || only === name;

/** The milliseconds that a turn of the event loop may take: the 99th percentile (long form only) and the longest. */
const mostUsual = 50;
const mostWorst = 250;

/** A share of all items, spread over them and moved by the seed. A long run takes all. */
const part =
  (most: number) =>
  <T>(all: readonly T[]): readonly T[] => {
    if (!short || all.length <= most) return all;
    const step = all.length / most;
    return Array.from({ length: most }, (_, n) => all[(Math.floor(n * step) + seed) % all.length] as T);
  };

const parts: Readonly<Record<Name, { readonly what: string; run(world: World, findings: Findings): Promise<number> }>> = {
  matrix: { what: 'matrix cells', run: (world, findings) => attackTenants(world, findings, part(2500)) },
  bodies: {
    what: 'random bodies',
    run: (world, findings) => attackWithRandomBodies(world, findings, short ? 1000 : 10_000, seed),
  },
  fields: { what: 'bodies with more fields', run: (world, findings) => attackWithMoreFields(world, findings, part(800)) },
  json: { what: 'hostile values x endpoints', run: (world, findings) => attackWithHostileJson(world, findings, part(1500)) },
  files: { what: 'hostile files x endpoints', run: (world, findings) => attackWithFiles(world, findings, part(12)) },
  secrets: { what: 'columns searched for secrets', run: findSecrets },
};

async function attack(world: World, findings: Findings): Promise<[string, string | number][]> {
  const { target } = world;
  const table: [string, string | number][] = [
    ['seed', seed],
    ['canaries in the victim’s rows', world.canaries],
  ];
  const before = await hashesOf(world);
  for (const name of names.filter(runs)) {
    await renewed(world);
    await target.takeHolds();
    const count = await parts[name].run(world, findings);
    const { usual, worst } = await target.takeHolds();
    table.push([parts[name].what, `${count} (event loop held: p99 ${usual.toFixed(1)} ms, longest ${worst.toFixed(1)} ms)`]);
    if (worst > mostWorst) findings.wrong.push(`${name}: the event loop was held for ${worst.toFixed(0)} ms`);
    if (!short && usual > mostUsual) findings.wrong.push(`${name}: the event loop was held for ${usual.toFixed(0)} ms at p99`);
  }
  const after = await hashesOf(world);
  for (const [name, hash] of before)
    if (after.get(name) !== hash) findings.wrong.push(`rows of the victim changed in the table ${name}`);
  const said = target.process.said.split('\n').find((line) => line.includes(canaryMark));
  if (said !== undefined) findings.leaks.push(`a log line shows the victim's text: ${said.slice(0, 200)}`);
  return table;
}

/** An attack with every right may disable its own accounts. */
async function renewed(world: World): Promise<void> {
  for (const role of Object.keys(world.users) as (keyof typeof world.users)[]) await world.signIn(role);
}

function report(table: readonly [string, string | number][], findings: Findings, target: TargetService): void {
  const { failures, leaks, wrong } = findings;
  const statuses = [...findings.statuses].toSorted(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
  const all: [string, string | number][] = [
    ...table,
    ['answers by status', statuses.join(', ')],
    ['answers with 500', failures.length],
    ['leaks', leaks.length],
    ['wrong answers', wrong.length],
  ];
  for (const [name, value] of all) console.log(`${name.padEnd(34)} ${value}`);
  for (const sentence of [...failures, ...leaks, ...wrong].slice(0, 60)) console.error(`WRONG: ${sentence}`);
  for (const line of logged(failures, target)) console.error(`LOG: ${line.slice(0, 1500)}`);
  if (failures.length + leaks.length + wrong.length > 0) process.exitCode = 1;
}

/** What the service logged about the first failures. */
const logged = (failures: readonly string[], { process: { said } }: TargetService): string[] =>
  failures.length === 0 ? [] : [...new Set(said.split('\n').filter((line) => line.includes('"a call failed"')))].slice(0, 20);

const target = await TargetService.start(dropped === null ? {} : { JOBDOCK_TEST_DROP_CLAUSES: dropped });
try {
  if (dropped !== null && !target.process.said.includes('JOBDOCK_TEST_DROP_CLAUSES'))
    throw new Error('This service does not support JOBDOCK_TEST_DROP_CLAUSES: it must print the setting at its start.');
  const world = await makeWorld(target);
  const findings: Findings = { failures: [], leaks: [], wrong: [], statuses: new Map(), secrets: knownSecrets() };
  report(await attack(world, findings), findings, target);
} finally {
  await target.end();
}
