import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ServiceProcess } from '#tests/support/service-process.ts';
import { doorOfProcess } from './doors.ts';
import { sendHostileFiles } from './hostile-files.ts';
import { sendHostileJson } from './hostile-json.ts';
import { probeOptions, readProbe, restartProbe } from './loop-probe.ts';
import { assignPrivileges } from './mass-assignment.ts';
import { attackMatrix, type Findings } from './matrix.ts';
import { sendRandomBodies } from './random-bodies.ts';
import { searchSecrets } from './secrets.ts';
import { Stage } from './stage.ts';

const usage = `npm run attack -- [--seed N] [--only NAME] [--short] [--without-clauses all|seed:N]
  Attacks the built service on a demo instance of its own and prints one table. Ends with 1 on any fault. Build first: npm run build.
  --seed             the seed of the random parts (default: drawn and printed)
  --only             matrix, bodies, privileges, json, files or secrets
  --short            a share of the requests
  --without-clauses  the service drops the customer condition of all statements, or of 30 drawn by a seed: row level security alone
                     must hold`;

const args = process.argv.slice(2);
const valueOf = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const isShort = args.includes('--short');
const seed = Number(valueOf('--seed') ?? Date.now() % 2 ** 31);
const clauses = valueOf('--without-clauses');
/** Longest turn of the service's event loop, and what 99 % of its turns stay below, in milliseconds. */
const loopLimits = { worst: 250, usual: 50 };
const clauseSwitch = 'JOBDOCK_TEST_DROP_CLAUSES';

const share = isShort ? 20 : 1;
const parts: Readonly<Record<string, (stage: Stage, service: ServiceProcess) => Promise<Findings>>> = {
  matrix: (stage) => attackMatrix(stage, { share, seed, compareEvery: isShort ? 8 : 1 }),
  bodies: (stage) => sendRandomBodies(stage, { count: isShort ? 500 : 10_000, seed }),
  privileges: (stage) => assignPrivileges(stage),
  json: (stage) => sendHostileJson(stage, { share, seed }),
  files: (stage) => sendHostileFiles(stage, { share, seed }),
  secrets: (stage, service) => searchSecrets(stage, () => service.said),
};

const only = valueOf('--only');
const isKnown = (only === undefined || Object.hasOwn(parts, only)) && Number.isSafeInteger(seed);
if (!isKnown || (args.includes('--without-clauses') && !/^(all|seed:\d+)$/.test(clauses ?? ''))) {
  console.error(usage);
  process.exit(2);
}

const masterKey = '7'.repeat(64);
const service = await ServiceProcess.make();
const probeFile = join(service.home, 'loop.json');
service.settings = {
  JOBDOCK_MASTER_KEY: masterKey,
  JOBDOCK_LOG: 'debug',
  NODE_OPTIONS: probeOptions(probeFile),
  ...(clauses === undefined ? {} : { [clauseSwitch]: clauses }),
};
process.on('SIGINT', () => void service.remove().then(() => process.exit(130)));

const rows: string[][] = [['part', 'measured', 'faults', 'seconds']];
const wrong: string[] = [];
console.log(`seed ${seed}`);
try {
  await service.start();
  // A service without the switch would run as usual, and the result would prove nothing.
  if (clauses !== undefined && !service.said.includes(clauseSwitch))
    throw new Error(`The built service does not know ${clauseSwitch}: it says nothing of it at its start. Nothing was attacked.`);
  const door = await doorOfProcess(service, { home: '/nowhere', masterKey, oldMasterKey: undefined });
  try {
    const stage = await Stage.make(door);
    restartProbe(probeFile);
    await wait(1000);
    await attackAll(stage);
  } finally {
    await door.close();
  }
} catch (error) {
  wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  await service.remove();
}
const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
for (const fault of wrong.slice(0, 100)) console.log(fault.slice(0, 600));
process.exit(wrong.length === 0 ? 0 : 1);

async function attackAll(stage: Stage): Promise<void> {
  for (const [name, attack] of Object.entries(parts).filter(([name]) => only === undefined || only === name)) {
    const began = performance.now();
    const findings = await attack(stage, service);
    console.error(`${name} is done: ${findings.wrong.length} faults`);
    const measured = Object.entries(findings.counts).map(([what, count]) => `${count} ${what}`);
    rows.push([name, measured.join(', '), String(findings.wrong.length), ((performance.now() - began) / 1000).toFixed(1)]);
    wrong.push(...findings.wrong.map((fault) => `${name}: ${fault}`));
  }
  // The probe writes twice a second.
  await wait(1000);
  wrong.push(...loopFaults());
  const failed = wrong.filter((fault) => / answered 5\d\d/.test(fault)).length;
  const leaks = wrong.filter((fault) => /showed data|changed|where no row exists/.test(fault)).length;
  rows.push(['in total', `${stage.requests} requests, ${failed} answers 500, ${leaks} leaks`, String(wrong.length), '']);
}

function loopFaults(): readonly string[] {
  const loop = readProbe(probeFile);
  if (!loop) return ['loop: nothing was measured'];
  const measured = `longest stall ${loop.worst.toFixed(0)} ms, p99 ${loop.usual} ms`;
  const isHeld = loop.worst > loopLimits.worst || loop.usual > loopLimits.usual;
  rows.push(['loop', measured, isHeld ? '1' : '0', '']);
  return isHeld ? [`loop: the event loop was held: ${measured}`] : [];
}
