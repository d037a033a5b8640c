import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReportFile } from '#contract/reports/report-files.ts';
import { reportIds } from '#domain/reports/kit/report-ids.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import { createWorker } from '#server/kit/queue/worker.ts';
import { reportFileJobs } from '#server/reports/background/file-jobs.ts';
import { routes } from '#server/routes.ts';
import { buildSheetWorker } from '#tests/corpus/build-feed-parser.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { type Caller, type MeasuredService, startMeasuredService, timed } from '../service/measured-service.ts';

/** Between two calls of the other customer, so that they meet every part of the work. */
const pauseMs = 10;
/** Tasks of the other customer. */
const few = 50;

/**
 * How long calls of one customer take while nothing else happens, and while the service makes files of a report of another one with
 * `rows` rows, CSV and Excel in turn. Each is called `calls` times. Returns what is wrong with the files.
 */
export async function measureOthers(rows: number, calls: number): Promise<string[]> {
  const forget = await buildSheetWorker(resolve('.'));
  const service = await startMeasuredService(2);
  const worker = createWorker(service.db, service.services.log, reportFileJobs(service.services, routes));
  try {
    const [busy, other] = service.callers;
    if (!busy || !other) throw new Error('no one is signed in');
    await addTasks(service, busy, rows);
    await addTasks(service, other, few);
    await worker.start();
    await called(other, calls);
    const quiet = await called(other, calls);
    const work = { isOver: false };
    const made = makeFiles(busy, rows, work);
    const loaded = await called(other, calls);
    work.isOver = true;
    const { files, wrong } = await made;
    console.log(`\n${calls} calls of another customer, ms                              p50       p95   longest`);
    say('nothing else happens', quiet);
    say(`${files} files of ${rows.toLocaleString('en')} rows are made`, loaded);
    return wrong;
  } finally {
    await worker.stop();
    await service.stop();
    forget();
  }
}

async function addTasks({ db }: MeasuredService, { customerId }: Caller, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ids = await nextIds(tx, 'task', count);
    await writeRows(
      tx,
      customerId,
      ids.map((id) => ({ collection: 'task', row: { ...newTask, id, name: `Task ${id}` }, extra: { settings: {} } })),
    );
  });
}

/** Milliseconds of each call. */
async function called(caller: Caller, calls: number): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < calls; call++) {
    const { ms } = await timed(async () => (await caller.send(`/api/agent/list/${caller.customerId}`)).json());
    times.push(ms);
    await wait(pauseMs);
  }
  return times;
}

/** Has one file after the other made until the work is over, but two at least. */
async function makeFiles(caller: Caller, rows: number, work: { readonly isOver: boolean }) {
  const wrong: string[] = [];
  let files = 0;
  for (; files < 2 || !work.isOver; files++) {
    const path = `/api/reports/export/excel/${caller.customerId}/${reportIds.taskErrors}/${1 + (files % 2)}`;
    await caller.send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    const file = await ended(caller);
    if (file.state !== 'ready' || file.rows !== rows) wrong.push(`a file of ${file.rows} rows is ${file.state}: ${file.words}`);
  }
  return { files, wrong };
}

/** The newest file, once its work has ended. */
async function ended(caller: Caller): Promise<ReportFile> {
  for (;;) {
    const reply = await caller.send(`/api/reports/file/${caller.customerId}`);
    const [file] = ((await reply.json()) as { rows: ReportFile[] }).rows;
    if (file && file.state !== 'working') return file;
    await wait(50);
  }
}

function say(what: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1);
  console.log(`  ${what.padEnd(54)} ${at(0.5).padStart(9)} ${at(0.95).padStart(9)} ${at(1).padStart(9)}`);
}
