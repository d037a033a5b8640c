import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TaskRow } from '#contract/rows/rows.ts';
import { writeRows } from '#server/feed/publish.ts';
import { safeFetch } from '#server/kit/lib/safe-fetch.ts';
import { createWorker } from '#server/kit/queue/worker.ts';
import { collectRecords } from '#server/parsing/collect-records.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { storeCredentials } from '../task-rows/task-credentials.ts';
import { type CollectPorts, collectPorts } from './collect-ports.ts';
import { collectJobs } from './due-tasks.ts';

let service: TestService;
let vendor: Server;
let site = '';
/** Requests that hang, by path. */
const hanging = new Map<string, ServerResponse>();
let asked: string[] = [];
const processes: ChildProcess[] = [];
let hangs: (path: string) => boolean = () => false;

const header = 'Job ID,Facility,City,State,Degree,Specialty,Bill Rate,Start Date,Duration\n';
const feedOf = (path: string) =>
  header + [1, 2, 3].map((n) => `${path}-${n},Mercy,Reno,NV,RN,ICU,70.00,12/7/2026,13 weeks\n`).join('');

beforeEach(async () => {
  service = await startTestService();
  asked = [];
  hanging.clear();
  vendor = createServer(({ url = '' }, response) => {
    asked.push(url);
    if (hangs(url)) hanging.set(url, response);
    else response.end(feedOf(url.slice(1)));
  });
  await new Promise<void>((listening) => void vendor.listen(0, '0.0.0.0', listening));
  site = siteOf(1);
});
afterEach(async () => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  vendor.closeAllConnections();
  vendor.close();
  await service.close();
});

/** The vendor under another name: every address of loopback is a host of its own. */
const siteOf = (host: number) => `http://127.0.0.${host}:${(vendor.address() as AddressInfo).port}`;

/** Adds tasks of one customer that are due now, each with its own feed, spread over so many hosts. */
async function addTasks(count: number, hosts = 1): Promise<void> {
  const hostOf = (id: number) => siteOf(1 + (id % hosts));
  const source = { id: 1, name: 'Vendor', alias: null, autoPost: false, aliases: [], members: [] };
  const tasks = Array.from({ length: count }, (_, i) => {
    const row: TaskRow = { ...newTask, id: i + 1, name: `Task ${i + 1}` };
    const extra = { settings: { feed: `${hostOf(i + 1)}/…` }, next_run_at: service.services.now().toISOString() };
    return { collection: 'task' as const, row, extra };
  });
  const { services, people } = service;
  await services.db.transaction().execute(async (tx) => {
    await writeRows(tx, people.north, [{ collection: 'source', row: source }, ...tasks]);
    for (const { row } of tasks)
      await storeCredentials(
        tx,
        services.secrets,
        { customerId: people.north, taskId: row.id },
        { url: `${hostOf(row.id)}/task-${row.id}` },
      );
  });
}

/** Reaches the vendor under each of its names. */
const reaching: CollectPorts['fetch'] = (url, options) => safeFetch(url, { ...options, allow: [new URL(url).host] });

type Line = { taskId: number; startedAt: string; endedAt: string | null; outcome: string | null };
const lines = async (): Promise<Line[]> =>
  (
    await sql<Line>`select task_id as "taskId", started_at as "startedAt", ended_at as "endedAt", outcome from collection_run
      order by task_id, id`.execute(service.services.db)
  ).rows;
const jobs = async () =>
  (
    await sql<{ jobs: number; recorded: number }>`
    select (select count(*) from job) as jobs, (select count(*) from job_history) as recorded`.execute(service.services.db)
  ).rows[0];

/** Tasks that are due at once, and how many of them hang. `npm run long -- collect-hangs` takes 100 and 5. */
const count = Number(process.env['COLLECT_TASKS'] ?? 20);
const stuckCount = Number(process.env['COLLECT_HANGING'] ?? 3);
const longestWaitMs = count > 20 ? 60_000 : 10_000;

test(`of ${count} tasks of one customer on ${count / 2} hosts ${stuckCount} hang: each other one starts within ${longestWaitMs / 1000} s of its due time`, {
  timeout: longestWaitMs * 3 + 30_000,
}, async () => {
  const stuck = Array.from({ length: stuckCount }, (_, i) => 2 + i * 7);
  hangs = (path) => stuck.some((id) => path === `/task-${id}`);
  await addTasks(count, count / 2);
  const due = service.services.now().getTime();
  const { services } = service;
  const ports = { ...collectPorts(services), read: collectRecords, fetch: reaching };
  const worker = createWorker(services.db, services.log, collectJobs(services, ports));
  await worker.start();
  try {
    const ended = async () => (await lines()).filter(({ endedAt }) => endedAt !== null).length;
    await expect.poll(ended, { timeout: longestWaitMs * 3 }).toBe(count - stuckCount);
    const all = await lines();
    expect(all.filter(({ endedAt }) => endedAt === null).map(({ taskId }) => taskId)).toEqual(stuck);
    const waited = Math.max(...all.map(({ startedAt }) => Date.parse(startedAt) - due));
    console.log(`${count} tasks, ${stuckCount} hang: the last one started after ${(waited / 1000).toFixed(1)} s`);
    expect(waited).toBeLessThan(longestWaitMs);
    expect(await jobs()).toMatchObject({ jobs: (count - stuckCount) * 3 });
  } finally {
    const since = performance.now();
    await worker.stop();
    // Hanging runs give way, so that the service can stop.
    expect(performance.now() - since).toBeLessThan(8000);
  }
});

test('a collection whose process is killed resumes in another one and stages every job once', { timeout: 90_000 }, async () => {
  hangs = () => asked.length === 1;
  await addTasks(1);
  const first = await begin();
  await expect.poll(() => hanging.size, { timeout: 20_000 }).toBe(1);
  const gone = once(first, 'exit');
  first.kill('SIGKILL');
  await gone;
  const { db } = service.services;
  expect(await lines()).toMatchObject([{ taskId: 1, endedAt: null }]);

  // Needs no intervention: the killed process loses its claim after 15 s.
  await begin();
  await expect
    .poll(async () => (await lines())[0]?.outcome, { timeout: 40_000 })
    .toBe('3 jobs listed, 3 new, 0 changed, 0 canceled');
  expect(await lines()).toHaveLength(1);
  expect(await jobs()).toMatchObject({ jobs: 3 });
  const { rows } = await sql<{ state: string; fence: number }>`select state, fence from run where kind = 'collect'`.execute(db);
  expect(rows).toEqual([{ state: 'done', fence: 2 }]);
});

/** Starts a service process that collects. */
async function begin(): Promise<ChildProcess> {
  const root = resolve(import.meta.dirname, '../../..');
  const script = [resolve(root, 'scripts/run.mjs'), resolve(root, 'tests/support/processes/job-process.ts')];
  const child = spawn(process.execPath, [...script, service.databaseUrl, 'collect', site], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(child);
  await once(child.stdout, 'data');
  return child;
}
