import { sql } from 'kysely';
import { stageJobs } from '#server/collecting/staging/stage-jobs.ts';
import { collectRecords, type ReadJob } from '#server/parsing/collect-records.ts';
import { measureMails } from './collect/mails.ts';
import { openPeers, type Peers, type PlainJob } from './collect/peers.ts';
import { measureStop, measureTasks } from './collect/tasks.ts';
import { type CollectWorld, startCollectWorld } from './collect/world.ts';
import { sizeOf } from './kit/sizes.ts';
import { vendorFile } from './service/vendor-file.ts';

/** A small file, few facilities, tasks and emails, one round. Counts and values are compared. */
export const short = ['--rows', '300', '--facilities', '40', '--tasks', '2', '--mails', '2', '--rounds', '1'];

/**
 * Measures collecting with PostgreSQL and fsync on: reading and mapping a vendor's file, staging it as new jobs, unchanged, in another
 * order and with 5 % changed, beside one upsert a row and COPY with MERGE into a plain table; then many tasks that are due at once, and
 * emails from SMTP to staged jobs, beside a mail server that only stores them. Ours maps texts, runs rules, keeps history and publishes
 * to devices; the peers only store. `--rows n` (default 50,000), `--facilities n` (5,000), `--tasks n` (1,000), `--mails n` (1,000),
 * `--rounds n` (3). Fails when a count or a value is wrong.
 */
export async function run(argv: readonly string[]): Promise<void> {
  const rows = sizeOf(argv, 'rows', 50_000);
  const facilities = sizeOf(argv, 'facilities', 5000);
  const rounds = sizeOf(argv, 'rounds', 3);
  const tasks = sizeOf(argv, 'tasks', 1000);
  const mails = sizeOf(argv, 'mails', 1000);
  const file = Buffer.from(vendorFile(rows, facilities));
  const since = performance.now();
  const read = await collectRecords(file, { today: '2026-11-20' });
  if (!read.ok) throw new Error(read.error.words);
  console.log(`${whole(rows)} rows read and mapped in ${seconds(performance.now() - since)}`);
  const world = await startCollectWorld(facilities);
  const peers = await openPeers(world.url);
  try {
    const times: Times[] = [];
    for (let round = 0; round < rounds; round++) times.push(await measureRound(world, peers, read.value.jobs));
    report(times);
    const stop = await measureStop(world, rows, facilities);
    console.log(`\nA run over ${whole(rows)} rows ended ${seconds(stop.ms)} after its stop, ${whole(stop.seen)} rows staged`);
    const collected = await measureTasks(world, tasks);
    console.log(`\n${whole(tasks)} tasks due at once, ten jobs each: ${seconds(collected.ms)}`);
    fails(collected.wrong);
    const received = await measureMails(world, mails);
    console.log(
      `${whole(mails)} emails over SMTP: confirmed after ${seconds(received.confirmed)}, their jobs staged after ${seconds(received.staged)}; a server that only stores them: ${seconds(received.stored)}`,
    );
    const { own, children } = received.processor;
    console.log(`  of the processor: ${seconds(own)} in the service, ${seconds(children)} in parsing processes`);
    fails(received.wrong);
  } finally {
    await peers.end();
    await world.stop();
  }
}

const steps = ['all new', 'unchanged', 'unchanged, in another order', '5 % changed'] as const;
const ways = ['Jobdock', 'an upsert a row', 'COPY and MERGE'] as const;
type Times = Record<(typeof steps)[number], Record<(typeof ways)[number], number>>;

/** Stages the jobs in each way, in the order of the steps. Every step must leave the same values in all tables. */
async function measureRound(world: CollectWorld, peers: Peers, jobs: readonly ReadJob[]): Promise<Times> {
  const { db, place } = world;
  await sql`truncate job, job_history, map_value`.execute(db);
  for (const table of ['upserted', 'merged']) await peers.fresh(table);
  const given = {
    'all new': jobs,
    unchanged: jobs,
    'unchanged, in another order': jobs.toReversed(),
    '5 % changed': jobs.map((job, i) => (i % 20 === 0 ? { ...job, billRate: (job.billRate ?? 0) + 1 } : job)),
  };
  const times = {} as Times;
  for (const step of steps) {
    const plain = given[step].map(plainOf);
    times[step] = {
      Jobdock: await timed(() => stageJobs(db, place, given[step], { now: () => new Date() })),
      'an upsert a row': await timed(() => peers.upserts('upserted', plain)),
      'COPY and MERGE': await timed(() => peers.merge('merged', plain)),
    };
    const stored = [await ourValues(world), await peers.stored('upserted'), await peers.stored('merged')];
    fails(new Set(stored).size === 1 ? [] : [`${step}: ${stored.join(' | ')}`]);
  }
  return times;
}

function plainOf(read: ReadJob): PlainJob {
  const { record: _, ...job } = read;
  return { id: job.providerJobId, row: JSON.stringify(job) };
}

async function ourValues({ db }: CollectWorld): Promise<string> {
  const { rows } = await sql<{ stored: string }>`
    select count(*) || ' jobs, rates ' || sum((row ->> 'billRate')::numeric) as stored from job`.execute(db);
  return rows[0]?.stored ?? '';
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

function report(times: readonly Times[]): void {
  console.log(`Medians of ${times.length} rounds; times as long as COPY and MERGE in brackets`);
  for (const step of steps) {
    const of = (way: (typeof ways)[number]) => median(times.map((one) => one[step][way]));
    const least = of('COPY and MERGE');
    console.log(`  ${step}: ${ways.map((way) => `${way} ${seconds(of(way))} (${(of(way) / least).toFixed(1)})`).join(', ')}`);
  }
}

function fails(wrong: readonly string[]): void {
  for (const words of wrong) console.error(`WRONG: ${words}`);
  if (wrong.length > 0) process.exitCode = 1;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
