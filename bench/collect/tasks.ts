import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import type { TaskRow } from '#contract/rows/rows.ts';
import { collectJobs } from '#server/collecting/runs/due-tasks.ts';
import { writeRows } from '#server/feed/publish.ts';
import { safeFetch } from '#server/kit/lib/safe-fetch.ts';
import { createWorker } from '#server/kit/queue/worker.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { collectNow, feedPorts, noCredentials } from '#tests/support/worlds/collect-now.ts';
import { vendorFile } from '../service/vendor-file.ts';
import type { CollectWorld } from './world.ts';

/** Starts a run over a file of `rows` jobs at so many facilities, stops it as a person does, and waits for its end. */
export async function measureStop(
  { db, place }: CollectWorld,
  rows: number,
  facilities: number,
): Promise<{ ms: number; seen: number }> {
  const row: TaskRow = { ...newTask, id: 900, sourceId: 1, name: 'Long', everyMinutes: null };
  await db.transaction().execute((tx) => writeRows(tx, place.customerId, [{ collection: 'task', row, extra: { settings: {} } }]));
  // Other ids than those that are staged already.
  const file = vendorFile(rows, facilities).replaceAll('VMS-', 'STOP-');
  const ports = feedPorts(db, () => file, { now: () => new Date() });
  const going = collectNow(ports, { customerId: place.customerId, taskId: row.id, accept: true });
  const run = () =>
    db.selectFrom('run').select(['seen', 'ended_at']).where('key', '=', String(row.id)).orderBy('id', 'desc').executeTakeFirst();
  // A small file may be staged before the stop.
  for (let now = await run(); now === undefined || (now.seen === 0 && now.ended_at === null); now = await run())
    await new Promise((later) => setTimeout(later, 20));
  const since = performance.now();
  await db.updateTable('run').set({ stopping: true }).where('key', '=', String(row.id)).execute();
  await going;
  return { ms: performance.now() - since, seen: (await run())?.seen ?? 0 };
}

/** More than what any size here takes, also on a busy machine. */
export const patienceMs = 1_800_000;

/** Collects `count` tasks that are due at once, each with ten jobs, from as many hosts. Returns the milliseconds and what is wrong. */
export async function measureTasks({ db, place }: CollectWorld, count: number) {
  const header = 'Job ID,Facility,City,State,Degree,Specialty,Bill Rate,Start Date,Duration\n';
  const vendor = createServer(({ url = '' }, response) => {
    const line = (n: number) => `${url.slice(1)}-${n},Mercy,Reno,NV,RN,ICU,70.00,12/7/2026,13 weeks\n`;
    response.end(header + Array.from({ length: 10 }, (_, n) => line(n)).join(''));
  });
  await new Promise<void>((listening) => void vendor.listen(0, '0.0.0.0', listening));
  const { port } = vendor.address() as AddressInfo;
  const hostOf = (id: number) => `http://127.0.${Math.floor(id / 200)}.${1 + (id % 200)}:${port}`;
  const due = new Date().toISOString();
  const tasks = Array.from({ length: count }, (_, i) => {
    const row: TaskRow = { ...newTask, id: 1000 + i, sourceId: 1, name: `Task ${i}`, everyMinutes: 60 };
    return { collection: 'task' as const, row, extra: { settings: { feed: `${hostOf(row.id)}/…` }, next_run_at: due } };
  });
  await db.transaction().execute((tx) => writeRows(tx, place.customerId, tasks));
  const ports = feedPorts(db, () => '', {
    now: () => new Date(),
    log: pino({ level: 'error' }),
    credentials: async (_, id) => ({ ...noCredentials, url: `${hostOf(id)}/task-${id}` }),
    fetch: (url, options) => safeFetch(url, { ...options, allow: [new URL(url).host] }),
  });
  const context = { db, now: ports.now, log: ports.log } as Parameters<typeof collectJobs>[0];
  const worker = createWorker(db, ports.log, collectJobs(context, ports));
  const since = performance.now();
  await worker.start();
  const jobs = async () => {
    const { n } = await db
      .selectFrom('job')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('customer_id', '=', place.customerId)
      .where('task_id', '>=', 1000)
      .where('deleted', '=', false)
      .executeTakeFirstOrThrow();
    return n;
  };
  try {
    while ((await jobs()) < count * 10) {
      if (performance.now() - since > patienceMs) break;
      await new Promise((later) => setTimeout(later, 100));
    }
    const ms = performance.now() - since;
    const found = await jobs();
    return { ms, wrong: found === count * 10 ? [] : [`${found} of ${count * 10} jobs were staged`] };
  } finally {
    await worker.stop();
    vendor.close();
  }
}
