import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { getRole } from '#contract/people/users.ts';
import { pullChanges, sendHello } from '#contract/sync/sync.ts';
import { ApiClient, demo } from '../support/api-client.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { type Caller, ReplayingLane } from './lane.ts';
import { findTorn } from './torn.ts';

const usage = `npm run kill -- [--what service|database|terminate|all] [--cycles N]
  Ends the built service (kill -9), its database (kill -9) or both in good order (SIGTERM) again and again while four lanes
  replay changes without rest, and counts what was acknowledged and lost, or half written. Build first: npm run build.
  --what    what is ended; all takes turns (default)
  --cycles  how often (default 20)`;

const kinds = ['service', 'database', 'terminate'] as const;
type Kind = (typeof kinds)[number];

const args = process.argv.slice(2);
const valueOf = (name: string, otherwise: string) => (args.includes(name) ? (args[args.indexOf(name) + 1] ?? '') : otherwise);
const what = valueOf('--what', 'all');
const cycles = Number(valueOf('--cycles', '20'));
if (!(what === 'all' || kinds.includes(what as Kind)) || !Number.isSafeInteger(cycles) || cycles < 1) {
  console.error(usage);
  process.exit(2);
}

const exitMsAtMost = 10_000;
const readyMsAtMost = 5000;
const recoveryMsAtMost = 60_000;

/** Times of one kind of kill, in milliseconds. */
type Times = { readonly back: number[]; readonly exit: number[] };
const times: Record<Kind, Times> = {
  service: { back: [], exit: [] },
  database: { back: [], exit: [] },
  terminate: { back: [], exit: [] },
};
const wrong: string[] = [];

function callerOf(service: ServiceProcess, person: keyof typeof demo): Caller {
  const base = `http://127.0.0.1:${service.port}`;
  let signedIn: Promise<string> | undefined;
  const signIn = async () => {
    const [username, password] = demo[person];
    const response = await fetch(`${base}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    if (!response.ok) throw new Error(`sign-in answered ${response.status}`);
    return ((await response.json()) as { access_token: string }).access_token;
  };
  return {
    base,
    token() {
      signedIn ??= signIn().catch((error: unknown) => {
        signedIn = undefined;
        throw error;
      });
      return signedIn;
    },
    forgetToken() {
      signedIn = undefined;
    },
  };
}

/** Jobs that the demo agency has collected. Waits until there are enough. */
async function jobsOf(service: ServiceProcess, count: number): Promise<{ customerId: number; ids: number[] }> {
  const api = new ApiClient(`http://127.0.0.1:${service.port}`);
  await api.signIn(...demo.recruiter);
  const { customerId } = await api.call(getRole, {});
  const clientId = 'reader'.padEnd(32, '0');
  const hello = await api.call(sendHello, {
    protocol: 1,
    clientId,
    customerId,
    deviceLabel: 'kill suite',
    appVersion: 'test',
    unsent: 0,
    oldestUnsentAt: null,
    persisted: true,
  });
  const { epoch, scope } = hello;
  for (;;) {
    const page = await api.call(pullChanges, { customerId, clientId, epoch, scope, since: 0, limit: 5000 });
    const changes = page.kind === 'page' ? page.changes : [];
    const ids = changes.flatMap(({ collection, id }) => (collection === 'job' ? [id] : []));
    if (ids.length >= count) return { customerId, ids: ids.slice(0, count) };
    await wait(250);
  }
}

const acknowledged = (lanes: readonly ReplayingLane[]) => lanes.map((lane) => lane.acknowledged);

/** Waits until a lane has received a new answer. */
async function progress(lanes: readonly ReplayingLane[]): Promise<void> {
  const before = acknowledged(lanes);
  const deadline = Date.now() + recoveryMsAtMost;
  while (!lanes.some((lane, i) => lane.acknowledged > (before[i] ?? 0))) {
    if (Date.now() > deadline) throw new Error('no change was acknowledged for a minute');
    await wait(5);
  }
}

/** Waits until the embedded database answers. */
async function answering(service: ServiceProcess): Promise<void> {
  const deadline = Date.now() + recoveryMsAtMost;
  for (;;) {
    try {
      return await askOnce(service.databaseUrl());
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(20);
    }
  }
}

async function askOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function end(kind: Kind, service: ServiceProcess, lanes: readonly ReplayingLane[]): Promise<void> {
  const since = performance.now();
  const elapsed = () => performance.now() - since;
  if (kind === 'database') {
    service.killDatabase();
    // Requests sent before the server died may still be answered. Only answers after it is back count.
    await answering(service);
    await progress(lanes);
    times.database.back.push(elapsed());
    return;
  }
  if (kind === 'service') await service.kill();
  else {
    const code = await service.stop();
    times.terminate.exit.push(elapsed());
    if (code !== 0) wrong.push(`asked to end, the service ended with ${code}`);
  }
  const starting = performance.now();
  await service.start();
  times[kind].back.push(performance.now() - starting);
  const unclean = service.said.includes('The last stop was not clean');
  if (unclean !== (kind === 'service')) wrong.push(`after ${kind} the next start found the stop ${unclean ? 'not ' : ''}clean`);
}

async function cycle(kind: Kind, service: ServiceProcess, lanes: readonly ReplayingLane[]): Promise<void> {
  await progress(lanes);
  await wait(Math.random() * 300);
  const promised = acknowledged(lanes);
  await end(kind, service, lanes);
  wrong.push(...(await findTorn(service.databaseUrl(), lanes, promised)).map((words) => `after ${kind}: ${words}`));
}

function report(changes: number): void {
  const at = (values: readonly number[], share: number) =>
    Math.round(values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0);
  const line = (values: readonly number[]) => `p50 ${at(values, 0.5)} ms, p95 ${at(values, 0.95)} ms, most ${at(values, 1)} ms`;
  for (const kind of kinds) {
    const { back, exit } = times[kind];
    if (back.length === 0) continue;
    console.log(
      `${kind}: ${back.length} times; back after ${line(back)}${exit.length > 0 ? `; ended within ${line(exit)}` : ''}`,
    );
    if (exit.some((ms) => ms > exitMsAtMost)) wrong.push('an end took longer than 10 s');
    if (at(back, 0.95) > readyMsAtMost) console.log(`  slower than the ${readyMsAtMost} ms wanted at p95`);
  }
  console.log(`${changes} changes acknowledged; lost, torn or run twice: ${wrong.length}`);
  for (const words of wrong.slice(0, 20)) console.error(`WRONG: ${words}`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

const service = await ServiceProcess.make();
try {
  await service.start();
  const { customerId, ids } = await jobsOf(service, 4);
  const callers = [callerOf(service, 'recruiter'), callerOf(service, 'administrator')];
  const lanes = ids.map((id, i) => new ReplayingLane(callers[i % 2] as Caller, customerId, id));
  for (const lane of lanes) lane.start();
  for (let n = 0; n < cycles; n++) {
    await cycle(what === 'all' ? (kinds[n % kinds.length] as Kind) : (what as Kind), service, lanes);
    if ((n + 1) % 50 === 0) console.log(`${n + 1} cycles, ${wrong.length} wrong`);
  }
  await Promise.all(lanes.map((lane) => lane.stop()));
  for (const lane of lanes) {
    wrong.push(...lane.refused.map((words) => `refused: ${words}`));
    wrong.push(...(await lane.sendAgain(Math.max(1, lane.acknowledged - 199), lane.acknowledged)));
  }
  wrong.push(...(await findTorn(service.databaseUrl(), lanes, acknowledged(lanes))));
  report(acknowledged(lanes).reduce((sum, n) => sum + n, 0));
} finally {
  await service.remove();
}
