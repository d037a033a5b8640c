import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeded } from '#bench/match/noisy-facilities.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { writeRows } from '#server/feed/publish.ts';
import { collectRecords } from '#server/parsing/collect-records.ts';
import { endRunLeases } from '#server/runs/run-rows.ts';
import { buildJobProcess } from '#tests/corpus/build-feed-parser.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { storeCredentials } from '../task-rows/task-credentials.ts';
import { collectPorts } from './collect-ports.ts';
import { startCollection } from './collect-run.ts';
import { collectJobs } from './due-tasks.ts';

/** Kills of a process in the middle of a run. `npm run long -- collect-kills` makes 100. */
const kills = Number(process.env['COLLECT_KILLS'] ?? 5);
const listed = 1500;
const taskId = 1;

let service: TestService;
let vendor: Server;
let site = '';
let north = 0;
let version = 0;
let forgetProcess: () => void;
const processes: ChildProcess[] = [];

beforeAll(async () => {
  forgetProcess = await buildJobProcess();
  vendor = createServer((_request, response) => response.end(feedOf(version)));
  await new Promise<void>((listening) => void vendor.listen(0, '127.0.0.1', listening));
  site = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
  service = await startTestService({ vendorSiteUrl: site });
  north = service.people.north;
  const { db, secrets } = service.services;
  const source = { id: 1, name: 'Vendor', alias: null, autoPost: false, aliases: [], members: [] };
  await db.transaction().execute(async (tx) => {
    await storeCredentials(tx, secrets, { customerId: north, taskId }, { url: `${site}/task-${taskId}` });
    const settings = { feed: `${site}/…` };
    await writeRows(tx, north, [
      { collection: 'source', row: source },
      { collection: 'task', row: { ...newTask, id: taskId, everyMinutes: null }, extra: { settings } },
    ]);
  });
});
afterAll(async () => {
  for (const one of processes) one.kill('SIGKILL');
  vendor.close();
  await service.close();
  forgetProcess();
});

/** Each version lists a window of jobs that moves on by 100, every one with the rate of its version. */
const idsOf = (of: number) => Array.from({ length: listed }, (_, i) => of * 100 + i);
const feedOf = (of: number) =>
  `Job ID,Facility,City,State,Degree,Specialty,Bill Rate,Start Date,Duration\n${idsOf(of)
    .map((id) => `J-${id},Mercy,Reno,NV,RN,ICU,${70 + of}.00,12/7/2026,13 weeks\n`)
    .join('')}`;

async function start(): Promise<ChildProcess> {
  const script = process.env['JOBDOCK_JOB_PROCESS'] ?? '';
  const child = spawn(process.execPath, [script, service.databaseUrl, 'collect', site], { stdio: ['ignore', 'pipe', 'inherit'] });
  processes.push(child);
  await once(child.stdout, 'data');
  return child;
}

const jobs = async () =>
  (
    await sql<{ id: number; rate: number; status: JobRow['status'] }>`
    select substring(provider_job_id from 3)::integer as id, (row ->> 'billRate')::float as rate, status from job
    where not deleted order by 1`.execute(service.services.db)
  ).rows;

async function lastRun(): Promise<{ readonly state: string } | undefined> {
  const { rows } = await sql<{ state: string }>`
    select state from run where kind = 'collect' order by id desc limit 1`.execute(service.services.db);
  return rows[0];
}
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(5);
}

test(`${kills} kills in the middle of collections cancel no listed job, add none twice, and lose none`, {
  timeout: 60_000 + kills * 20_000,
}, async () => {
  const { db, now } = service.services;
  const random = seeded(20_261_125);
  const collectHere = () =>
    runJobs(db, collectJobs(service.services, { ...collectPorts(service.services), read: collectRecords }));
  let interrupted = 0;
  for (let kill = 0; kill < kills; kill++) {
    version = kill;
    const request = { customerId: north, taskId, name: 'Vendor', feed: `${site}/…`, how: 'manual', now: now() } as const;
    await db.transaction().execute((tx) => startCollection(tx, request));
    const child = await start();
    await until(async () => (await lastRun())?.state === 'running');
    await sleep(random() * 800);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    await endRunLeases(db);
    if ((await lastRun())?.state === 'running') interrupted += 1;
    // Whatever was reached: a job that this version and the one before list is open.
    const both = new Set(idsOf(version).filter((id) => version === 0 || id < (version - 1) * 100 + listed));
    expect((await jobs()).filter(({ id, status }) => both.has(id) && status !== 'Open')).toEqual([]);

    await collectHere();
    const expected = new Set(idsOf(version));
    const after = await jobs();
    expect(after.filter(({ id }) => expected.has(id)).map(({ rate, status }) => `${status} ${rate}`)).toEqual(
      Array.from({ length: listed }, () => `Open ${70 + version}`),
    );
    expect(after.filter(({ id, status }) => !expected.has(id) && status !== 'Cancelled')).toEqual([]);
    expect(after).toHaveLength(listed + version * 100);
  }
  // Each job was added once, and each run ended with one line.
  const { rows: twice } = await sql`
    select job_id from job_history where field = 'job' group by job_id having count(*) > 1`.execute(db);
  expect(twice).toEqual([]);
  const { rows: open } = await sql`select 1 from collection_run where ended_at is null`.execute(db);
  expect(open).toEqual([]);
  console.log(`${kills} kills, ${interrupted} of them in the middle of a run`);
  expect(interrupted).toBeGreaterThan(0);
});
