import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import readExcel from 'read-excel-file/universal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeded } from '#bench/match/noisy-facilities.ts';
import { exportReport, listReportFiles, readReportFile } from '#contract/reports/report-files.ts';
import { reportIds } from '#domain/reports/kit/report-ids.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import { routes } from '#server/routes.ts';
import { endRunLeases } from '#server/runs/run-rows.ts';
import { buildFileProcess, buildSheetWorker } from '#tests/corpus/build-feed-parser.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { reportFileJobs } from './file-jobs.ts';

/** Kills of a process in the middle of a file. `npm run long -- file-kills` makes 50. */
const kills = Number(process.env['FILE_KILLS'] ?? 2);
const tasks = 10_000;

let service: TestService;
let chief: string;
const forget: (() => void)[] = [];
const processes: ChildProcess[] = [];

beforeAll(async () => {
  forget.push(await buildSheetWorker(), await buildFileProcess());
  service = await startTestService();
  chief = await service.signIn('chief');
  await service.services.db.transaction().execute(async (tx) => {
    const ids = await nextIds(tx, 'task', tasks);
    await writeRows(
      tx,
      service.people.north,
      ids.map((id) => ({ collection: 'task', row: { ...newTask, id, name: `Task ${id}` }, extra: { settings: {} } })),
    );
  });
}, 180_000);
afterAll(async () => {
  for (const one of processes) one.kill('SIGKILL');
  await service.close();
  for (const undo of forget) undo();
});

async function start(): Promise<ChildProcess> {
  const script = process.env['JOBDOCK_FILE_PROCESS'] ?? '';
  const child = spawn(process.execPath, [script, service.databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
  processes.push(child);
  await once(child.stdout, 'data');
  return child;
}

type Run = { readonly id: number; readonly state: string; readonly message: string };
async function newestRun(): Promise<Run | undefined> {
  const { rows } = await sql<Run>`select id, state, message from run order by id desc limit 1`.execute(service.services.db);
  return rows[0];
}

/** What is stored of the newest request. A file is there as a whole or not at all. */
async function stored(): Promise<{ readonly hasContent: boolean; readonly isMade: boolean; readonly rows: number | null }> {
  const { rows } = await sql<{ hasContent: boolean; isMade: boolean; rows: number | null }>`
    select content is not null as "hasContent", made_at is not null as "isMade", row_count as rows
    from report_file order by id desc limit 1`.execute(service.services.db);
  const [row] = rows;
  if (!row) throw new Error('the request is gone');
  return row;
}

/** The names in the first column of a file. */
async function namesIn(bytes: Buffer, kind: 'csv' | 'xlsx'): Promise<unknown[]> {
  if (kind === 'csv')
    return bytes
      .toString('utf8')
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]);
  const [sheet] = (await readExcel(new Blob([Uint8Array.from(bytes)]))) as unknown as { data: unknown[][] }[];
  return (sheet?.data ?? []).slice(1).map(([name]) => name);
}

/** Starts a process, and kills it so long after it has begun with the work. Returns whether the work was under way. */
async function killed(delayMs: number): Promise<boolean> {
  const child = await start();
  while ((await newestRun())?.state === 'queued') await sleep(5);
  await sleep(delayMs);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  // In the product, the lease ends by itself.
  await endRunLeases(service.services.db);
  const { hasContent, isMade, rows } = await stored();
  expect({ hasContent, rows }).toEqual({ hasContent: isMade, rows: isMade ? tasks : null });
  return (await newestRun())?.state === 'running';
}

test(`${kills} kills in the middle of files of reports: each file is made once, by the next process, with every row`, {
  timeout: 120_000 + kills * 30_000,
}, async () => {
  const { db } = service.services;
  const random = seeded(20_261_127);
  const here = () => runJobs(db, reportFileJobs(service.services, routes));
  let [files, interrupted, kill] = [0, 0, 0];
  while (kill < kills) {
    const kind = files % 2 === 0 ? 'xlsx' : 'csv';
    const ask = { cust: 'me', reportId: reportIds.taskErrors, kind: kind === 'csv' ? 1 : 2 } as const;
    await service.call(exportReport, ask, chief);
    files += 1;
    // The same work is killed up to three times before somebody finishes it.
    for (let again = 0; again <= files % 3 && kill < kills; again++) {
      kill += 1;
      // Half of the kills come early, while rows are read; the others anywhere until the file is stored.
      if (!(await killed(random() * (kill % 2 === 1 ? 300 : 1500)))) break;
      interrupted += 1;
    }
    await here();
    expect(await newestRun()).toMatchObject({ state: 'done', message: 'The file has 10,000 rows.' });
    const [file] = (await service.call(listReportFiles, { cust: 'me' }, chief)).rows;
    expect(file).toMatchObject({ state: 'ready', kind, rows: tasks, found: tasks });
    const { response } = await service.send(readReportFile, { cust: 'me', id: file?.id ?? 0 }, chief);
    const names = await namesIn(response.rawPayload, kind);
    expect(names).toHaveLength(tasks);
    expect(new Set(names).size).toBe(tasks);
  }
  const { rows } = await sql<{ runs: number; made: number; requests: number }>`
    select (select count(*) from run where state = 'done')::int as runs, count(*)::int as requests,
      count(*) filter (where content is not null)::int as made from report_file`.execute(db);
  expect(rows).toEqual([{ runs: files, requests: files, made: files }]);
  console.log(`${kill} kills, ${interrupted} of them in the middle of one of ${files} files`);
  expect(interrupted).toBeGreaterThan(0);
});
