import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { maxUploadBytes } from '#contract/collecting/uploads.ts';
import { ServiceProcess } from '#tests/support/service-process.ts';
import { doorOfProcess } from './doors.ts';
import { sendHostileFiles } from './hostile-files.ts';
import { sendHostileJson } from './hostile-json.ts';
import { probeOptions, readProbe, restartProbe } from './loop-probe.ts';
import { assignPrivileges } from './mass-assignment.ts';
import { attackMatrix, type Findings } from './matrix.ts';
import { contentOf, differences } from './plant/plant-rows.ts';
import { sendRandomBodies } from './random-bodies.ts';
import { searchSecrets } from './secrets.ts';
import { customers, Stage } from './stage.ts';
import { hostileFiles, uploadAtOnce, usualFiles } from './upload-load.ts';

const usage = `npm run attack -- [--seed N] [--only NAME] [--short] [--without-clauses all|seed:N]
  Attacks the built service on a demo instance of its own and prints one table. Ends with 1 on any fault. Build first: npm run build.
  --seed             the seed of the random parts (default: drawn and printed)
  --only             matrix, bodies, privileges, json, files, uploads (eight hostile files of 20 MB at once), harmless (such a load of
                     usual files) or secrets
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
/** Longer than the posting queue waits between two looks, also on a busy machine. */
const settleMs = 5000;
/** The probe writes twice a second. */
const probeMs = 1100;
/** Longer than lines of the system log wait to be stored. */
const logMs = 2000;
const clauseSwitch = 'JOBDOCK_TEST_DROP_CLAUSES';
/** Read from its source: the service loads it as it is. */
const dropClauses = pathToFileURL(resolve('tests/attack/drop-clauses.mjs')).href;

const share = isShort ? 20 : 1;
const uploadSize = isShort ? 1_000_000 : maxUploadBytes;
const parts: Readonly<Record<string, (stage: Stage, service: ServiceProcess) => Promise<Findings>>> = {
  matrix: (stage) => attackMatrix(stage, { share, seed, compareEvery: isShort ? 8 : 1 }),
  bodies: (stage) => sendRandomBodies(stage, { count: isShort ? 500 : 10_000, seed }),
  privileges: (stage) => assignPrivileges(stage),
  json: (stage) => sendHostileJson(stage, { share, seed }),
  files: (stage) => sendHostileFiles(stage, { share, seed }),
  uploads: (stage) => uploadAtOnce(stage, hostileFiles(uploadSize)),
  harmless: (stage) => uploadAtOnce(stage, usualFiles(uploadSize)),
  secrets: (stage, service) => searchSecrets(stage, () => wait(logMs).then(() => service.said)),
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
  NODE_OPTIONS: [probeOptions(probeFile), ...(clauses === undefined ? [] : [`--import=${dropClauses}`])].join(' '),
  ...(clauses === undefined ? {} : { [clauseSwitch]: clauses }),
};
process.on('SIGINT', () => void service.remove().then(() => process.exit(130)));

const rows: string[][] = [['part', 'measured', 'faults', 'seconds', 'longest stall', 'p99']];
const wrong: string[] = [];
console.log(`seed ${seed}`);
try {
  await service.start();
  const door = await doorOfProcess(service, { home: service.home, masterKey, oldMasterKey: undefined });
  try {
    const stage = await Stage.make(door);
    await settled(stage);
    await attackAll(stage);
  } finally {
    await door.close();
  }
} catch (error) {
  wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  await service.remove();
}
if (clauses !== undefined) {
  const said = new RegExp(`${clauseSwitch}: (\\d+) conditions`).exec(service.said);
  rows.push(['conditions', `${said?.[1] ?? 0} dropped`, '', '', '', '']);
  // Otherwise the service ran as usual, and the result would prove nothing.
  if (Number(said?.[1] ?? 0) === 0) wrong.push(`the service dropped no condition: ${service.said.slice(-300)}`);
}
const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
for (const fault of wrong.slice(0, 100)) console.log(fault.slice(0, 600));
process.exit(wrong.length === 0 ? 0 : 1);

/** Waits until the posting queue has compared the planted jobs with their posts, so that no attack seems to have changed them. */
async function settled({ door }: Stage): Promise<void> {
  const planted = Object.values(customers);
  let before = await contentOf(door.db, planted);
  for (let look = 0; look < 30; look++) {
    await wait(settleMs);
    const after = await contentOf(door.db, planted);
    if (differences(before, after).length === 0) return;
    before = after;
  }
  throw new Error('the planted rows never came to rest');
}

async function attackAll(stage: Stage): Promise<void> {
  for (const [name, attack] of Object.entries(parts).filter(([name]) => only === undefined || only === name)) {
    restartProbe(probeFile);
    await wait(probeMs);
    const began = performance.now();
    const findings = await attack(stage, service);
    console.error(`${name} is done: ${findings.wrong.length} faults`);
    const measured = Object.entries(findings.counts).map(([what, count]) => `${count} ${what}`);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    await wait(probeMs);
    const loop = readProbe(probeFile);
    const faults = [...findings.wrong, ...loopFaults(loop)];
    const stalls = loop ? [`${loop.worst.toFixed(0)} ms`, `${loop.usual} ms`] : ['', ''];
    rows.push([name, measured.join(', '), String(faults.length), seconds, ...stalls]);
    wrong.push(...faults.map((fault) => `${name}: ${fault}`));
  }
  const failed = wrong.filter((fault) => / answered 5\d\d/.test(fault)).length;
  const leaks = wrong.filter((fault) => /showed data|changed|where no row exists/.test(fault)).length;
  // A statement without its condition may fail, and takes longer over many more rows; only leaks count then.
  if (clauses !== undefined) wrong.splice(0, wrong.length, ...wrong.filter((fault) => !/ answered 50\d|event loop/.test(fault)));
  rows.push(['in total', `${stage.requests} requests, ${failed} answers 500, ${leaks} leaks`, String(wrong.length), '', '', '']);
}

function loopFaults(loop: ReturnType<typeof readProbe>): readonly string[] {
  if (!loop) return ['nothing was measured of the event loop'];
  if (loop.worst <= loopLimits.worst && loop.usual <= loopLimits.usual) return [];
  return [`the event loop was held: longest ${loop.worst.toFixed(0)} ms, p99 ${loop.usual} ms`];
}
