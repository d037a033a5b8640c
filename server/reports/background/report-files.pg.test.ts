import { sql } from 'kysely';
import { pino } from 'pino';
import readExcel from 'read-excel-file/universal';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ok } from '#contract/kit/result.ts';
import { reportTaskErrors } from '#contract/reports/collecting-reports.ts';
import { saveConfiguration } from '#contract/reports/configurations.ts';
import { reportLogins } from '#contract/reports/people-reports.ts';
import { exportReport, listReportFiles, readReportFile, remakeReportFile } from '#contract/reports/report-files.ts';
import { createRule } from '#contract/rules/rules.ts';
import type { LongWork } from '#contract/system/long-work.ts';
import { listLongWork, stopLongWork } from '#contract/system/long-work.ts';
import { reportIds } from '#domain/reports/kit/report-ids.ts';
import { forgetOldSync } from '#server/feed/retention.ts';
import type { Handler } from '#server/kit/http/handle.ts';
import { routes } from '#server/routes.ts';
import { carryOutRun } from '#server/runs/carry-out.ts';
import { createLineReader } from '#tests/contract/audit/audit-lines.ts';
import { buildSheetWorker } from '#tests/corpus/build-feed-parser.ts';
import { aConfigurationBody } from '#tests/support/factories/report-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { reportFileJobs } from './file-jobs.ts';
import { makeFile } from './make-file.ts';
import { fileRuns } from './queue-file.ts';

let service: TestService;
let chief: string;
let recruiter: string;
let administrator: string;
let undo: () => void;

beforeAll(async () => {
  undo = await buildSheetWorker();
  service = await startTestService({ at: new Date('2026-11-25T12:00:00Z') });
  [chief, recruiter, administrator] = await Promise.all([
    service.signIn('chief'),
    service.signIn('recruiter'),
    service.signIn('administrator'),
  ]);
  const rule = { source: '[Unit] contains ICU', actionType: 1, fieldId: 17, operand: '90', active: true };
  for (const [at, name] of ['Alpha', '=1+1', 'Gamma, "quoted"\nline'].entries())
    await service.send(createRule, { ...rule, name, ord: at + 1 }, chief);
});
afterAll(async () => {
  await service.close();
  undo();
});
beforeEach(async () => {
  const { db } = service.services;
  await db.deleteFrom('report_file').execute();
  await db.deleteFrom('run').execute();
});

const rules = { cust: 'me', reportId: reportIds.rules, kind: 1 } as const;
const shown = (query = '', over: object = {}) =>
  aConfigurationBody({ base: 'report', query, columns: ['name', 'ord'], start: [], widths: {}, ...over });
const run = (handlers: readonly Handler[] = routes) => runJobs(service.services.db, reportFileJobs(service.services, handlers));
const ask = (args: object = {}, token = recruiter) => service.call(exportReport, { ...rules, ...args }, token);
const list = async (token = recruiter) => (await service.call(listReportFiles, { cust: 'me' }, token)).rows;
const read = (id: number, token = recruiter, cust: number | 'me' = 'me') =>
  service.app.inject({ url: `/api/reports/file/${cust}/${id}`, headers: { authorization: `Bearer ${token}` } });
const works = async (token = recruiter) =>
  (await service.call(listLongWork, { cust: 'me', since: '2020-01-01T00:00:00Z' }, token)).works;
const linesOf = (bytes: Buffer) => bytes.toString('utf8').replace('\uFEFF', '').split('\r\n').slice(0, -1);
/** The calls of the service, with these rows of task errors, page by page. `total` is what the call says of all of them. */
const answering = (
  tasks: readonly string[],
  before: () => Promise<void> = async () => undefined,
  total = tasks.length,
): Handler[] =>
  routes.map((handler) => {
    const run = async ({ page = 1, pageSize }: { page?: number; pageSize: number }) => {
      await before();
      const rows = tasks.slice((page - 1) * pageSize, page * pageSize).map((task) => ({ task, error: null }));
      return ok({ total, rows });
    };
    return handler.endpoint === reportTaskErrors ? { ...handler, run } : handler;
  });

test('a request is queued once; its file has the rows and columns on screen, as text that no spreadsheet runs', async () => {
  const [first, second] = await Promise.all([ask({ body: shown() }), ask({ body: shown() })]);
  expect(second.id).toBe(first.id);
  expect(first).toMatchObject({ kind: 'report-file', state: 'queued', name: 'Export “Rule report” as CSV' });
  // Another view, kind or person is another file.
  const others = [
    await ask({ body: shown('q=alpha') }),
    await ask({ body: shown(), kind: 2 }),
    await ask({ body: shown() }, chief),
  ];
  expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(4);
  const { rows: payloads } = await sql<{ work: object }>`select work from run`.execute(service.services.db);
  expect(payloads.every(({ work }) => Object.keys(work).join() === 'fileId')).toBe(true);

  await run();
  const [excel, searched, whole] = await list();
  expect(whole).toMatchObject({
    state: 'ready',
    rows: 3,
    found: 3,
    name: 'rule-report-2026-11-25.csv',
    words: 'The file has 3 rows.',
  });
  const file = await read(whole?.id ?? 0);
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="rule-report-2026-11-25.csv"; filename*=UTF-8''rule-report-2026-11-25.csv`,
  });
  expect(linesOf(file.rawPayload)).toEqual(['Rule,Order', 'Alpha,1', "'=1+1,2", '"Gamma, ""quoted""\nline",3']);
  expect(file.rawPayload.byteLength).toBe(whole?.size);
  expect(linesOf((await read(searched?.id ?? 0)).rawPayload)).toEqual(['Rule,Order', 'Alpha,1']);
  const sheets = (await readExcel(new Blob([Uint8Array.from((await read(excel?.id ?? 0)).rawPayload)]))) as unknown as {
    data: unknown[][];
  }[];
  expect(sheets[0]?.data).toEqual([
    ['Rule', 'Order'],
    ['Alpha', 1],
    ['=1+1', 2],
    ['Gamma, "quoted"\nline', 3],
  ]);
  expect(Object.fromEntries((sheets[1]?.data ?? []) as [string, unknown][])).toMatchObject({
    Customer: 'North Staffing',
    Rows: 3,
  });
});

test('an administrator’s file has the rows of all customers as the page has them, or those of one', async () => {
  await ask({ reportId: reportIds.loginHistory, body: shown('', { columns: ['at', 'customer', 'email'] }) }, administrator);
  await ask({ reportId: reportIds.loginHistory, body: shown('of=one', { columns: ['at', 'customer', 'email'] }) }, administrator);
  await ask({ reportId: reportIds.loginHistory, body: shown('days=2020-01-01..2020-01-02') }, administrator);
  await run();
  const [none, one, all] = await list(administrator);
  const onScreen = async (cust: number | 'me') =>
    (await service.call(reportLogins, { cust, pageSize: 10_000 }, administrator)).rows.map(({ email }) => email).sort();
  const inFile = async (id = 0) =>
    linesOf((await read(id, administrator)).rawPayload)
      .slice(1)
      .map((line) => line.split(',').at(-1) ?? '')
      .sort();
  expect(await inFile(all?.id)).toEqual(await onScreen(-1));
  expect(await inFile(one?.id)).toEqual(await onScreen('me'));
  expect(all?.rows).toBeGreaterThan(one?.rows ?? 0);
  expect(none).toMatchObject({ state: 'ready', rows: 0, words: 'The file has 0 rows.' });
});

test('a saved view can be exported by its number; what is no view of the report is refused', async () => {
  const view = await service.call(
    saveConfiguration,
    { cust: 'me', reportId: reportIds.rules, name: 'Only gamma', body: shown('q=gamma') },
    recruiter,
  );
  await ask({ configurationId: view.id });
  await run();
  const [file] = await list();
  expect(file).toMatchObject({ report: 'Only gamma', rows: 1, name: 'only-gamma-2026-11-25.csv' });
  const status = async (args: object) => (await service.send(exportReport, { ...rules, ...args }, recruiter)).status;
  expect(await status({ reportId: reportIds.taskErrors, configurationId: view.id })).toBe(404);
  expect(await status({ configurationId: view.id, body: shown() })).toBe(400);
  expect(await status({ configurationId: 999_999 })).toBe(404);
  expect(await status({ reportId: 999 })).toBe(404);
  expect(await status({ kind: 3 })).toBe(400);
  expect(await status({ body: shown('', { base: 'triage' }) })).toBe(400);
  expect(await status({ reportId: reportIds.loginHistory })).toBe(403);
});

test('who lost the right before the work, or before the download, gets nothing', async () => {
  const { db } = service.services;
  const { recruiter: id } = service.people;
  const rightsBefore = await db
    .selectFrom('app_user')
    .select(['rights', 'role_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const setRights = async (rights: number[]) => {
    await db.updateTable('app_user').set({ rights }).where('id', '=', id).execute();
    service.services.actors.forgetPeople([id]);
  };
  await ask({ body: shown() });
  await run();
  await ask({ body: shown('q=alpha') });
  await setRights([]);
  await run();
  const [late, made] = await list();
  expect(late).toMatchObject({ state: 'failed', words: 'You do not have sufficient rights', size: null });
  expect(made?.state).toBe('ready');
  expect((await read(made?.id ?? 0)).statusCode).toBe(403);
  expect((await service.send(remakeReportFile, { cust: 'me', id: made?.id }, recruiter)).status).toBe(403);
  await setRights(rightsBefore.rights);
  expect((await read(made?.id ?? 0)).statusCode).toBe(200);
});

test('a file is its person’s alone: not of a colleague, an administrator or another customer', async () => {
  await ask({ body: shown() });
  const [{ id: runId }] = (await works()) as [LongWork];
  await run();
  const [file] = await list();
  const id = file?.id ?? 0;
  for (const [token, cust] of [
    [chief, 'me'],
    [administrator, service.people.north],
    [administrator, service.people.south],
    [recruiter, service.people.south],
  ] as const)
    expect((await read(id, token, cust)).statusCode).toBe(404);
  expect((await service.send(readReportFile, { cust: 'me', id: id + 1000 }, recruiter)).status).toBe(404);
  expect(await list(chief)).toEqual([]);
  expect((await service.send(stopLongWork, { cust: 'me', id: runId }, chief)).status).toBe(404);
  expect((await service.send(remakeReportFile, { cust: 'me', id }, chief)).status).toBe(404);
});

test('after seven days a file is gone, says so, and can be made again', async () => {
  await ask({ body: shown() });
  await run();
  const [file] = await list();
  const { db, now } = service.services;
  await sql`update report_file set kept_until = ${new Date(now().getTime() - 1000)}`.execute(db);
  const gone = await read(file?.id ?? 0);
  expect([gone.statusCode, gone.json<{ what: string }>().what]).toEqual([
    404,
    'The file of “Rule report” was kept for 7 days. Choose Export again in your list of files to get a new one.',
  ]);
  expect(await list()).toMatchObject([{ state: 'expired' }]);
  await forgetOldSync(db, now());
  const { rows } = await sql<{ empty: boolean }>`select content is null as empty from report_file`.execute(db);
  expect(rows).toEqual([{ empty: true }]);
  await service.call(remakeReportFile, { cust: 'me', id: file?.id ?? 0 }, recruiter);
  await run();
  expect(await list()).toMatchObject([{ state: 'ready', rows: 3 }, { state: 'expired' }]);
  await forgetOldSync(db, new Date(now().getTime() + 36 * 86_400_000));
  await forgetOldSync(db, new Date(now().getTime() + 36 * 86_400_000));
  expect(await list()).toEqual([]);
});

const errors = { reportId: reportIds.taskErrors, body: shown('', { columns: ['task'], sort: [] }) };

test('an Excel file has the first 10,000 rows and says so; a CSV has all pages', async () => {
  const tasks = Array.from({ length: 20_050 }, (_, n) => `Task ${n}`);
  await ask({ ...errors, kind: 2 }, chief);
  await ask(errors, chief);
  const pages: number[] = [];
  const handlers = answering(tasks, async () => void pages.push(1));
  await run(handlers);
  expect(pages).toHaveLength(6);
  const [csv, excel] = await list(chief);
  expect(excel).toMatchObject({
    state: 'ready',
    rows: 10_000,
    found: 20_050,
    words: 'The file has the first 10,000 of 20,050 rows. Export as CSV to get all.',
  });
  expect(csv).toMatchObject({ state: 'ready', rows: 20_050, found: 20_050 });
  const lines = linesOf((await read(csv?.id ?? 0, chief)).rawPayload).slice(1);
  expect(new Set(lines)).toEqual(new Set(tasks));
  expect(lines).toHaveLength(tasks.length);
  expect((await works(chief)).map(({ seen, total }) => [seen, total])).toEqual([
    [20_050, 20_050],
    [10_000, 10_000],
  ]);
  // More than a file may have ends the work by name, after the first page has said so.
  for (const total of [100_001, 1_000_000]) {
    await ask({ ...errors, body: shown(`q=${total}`) }, chief);
    pages.length = 0;
    await run(answering(tasks, async () => void pages.push(1), total));
    expect(pages).toHaveLength(1);
    expect((await list(chief))[0]).toMatchObject({
      state: 'failed',
      words: expect.stringMatching(/more than 100,000 rows/),
      size: null,
    });
  }
});

test('work is stopped while it waits and while it reads, and leaves nothing', async () => {
  const waiting = await ask({ body: shown() });
  expect(await service.call(stopLongWork, { cust: 'me', id: waiting.id }, recruiter)).toMatchObject({ state: 'cancelled' });
  const { id } = await ask(errors, chief);
  await run(
    answering(['One'], async () => {
      await service.call(stopLongWork, { cust: 'me', id }, chief);
      // A person’s stop is seen within a second.
      await new Promise((seen) => setTimeout(seen, 1500));
    }),
  );
  expect(await works(chief)).toMatchObject([{ state: 'cancelled', message: 'Stopped. No file was made.' }]);
  expect(await list(chief)).toMatchObject([{ state: 'stopped', size: null }]);
  expect((await read((await list(chief))[0]?.id ?? 0, chief)).statusCode).toBe(404);
});

test('a process that dies in the middle leaves the work to the next one, and writes nothing when it comes back', async () => {
  const { services } = service;
  const { id: runId } = await ask(errors, chief);
  const ref = { customerId: service.people.north, runId };
  const context = { db: services.db, now: services.now, log: pino({ level: 'silent' }) };
  let comeBack: () => void = () => undefined;
  const isAway = new Promise<void>((resolve) => (comeBack = resolve));
  let reads = 0;
  const dying = answering(['One', 'Two'], async () => {
    reads++;
    await isAway;
  });
  const first = carryOutRun(context, fileRuns, makeFile(services, dying), ref);
  await expect.poll(() => reads).toBe(1);
  await sql`update run set lease_until = now() - interval '1 s' where id = ${runId}`.execute(services.db);
  expect(await carryOutRun(context, fileRuns, makeFile(services, answering(['Three'])), ref)).toBe('ended');
  comeBack();
  expect(await first).toBe('goes on');
  const [file] = await list(chief);
  expect(file).toMatchObject({ state: 'ready', rows: 1 });
  expect(linesOf((await read(file?.id ?? 0, chief)).rawPayload)).toEqual(['Task', 'Three']);
  // Had it died after the file was stored, the next process only says that it is ready.
  await sql`update run set state = 'running', ended_at = null, lease_until = null where id = ${runId}`.execute(services.db);
  expect(await carryOutRun(context, fileRuns, makeFile(services, answering(['Four'])), ref)).toBe('ended');
  expect(await list(chief)).toEqual([file]);
});

test('a file that cannot be stored ends the work by name, and nothing of it is kept', async () => {
  const { db } = service.services;
  await sql`create function full_disk() returns trigger language plpgsql as $$ begin
    if new.content is not null then raise exception 'no space left on device' using errcode = 'XX000'; end if; return new; end $$`.execute(
    db,
  );
  await sql`create trigger full_disk before update on report_file for each row execute function full_disk()`.execute(db);
  await ask({ body: shown() });
  await run();
  await sql`drop trigger full_disk on report_file`.execute(db);
  const words = 'The file could not be made. Nothing of it was kept.';
  expect(await list()).toMatchObject([{ state: 'failed', words, size: null, madeAt: null }]);
  const { rows } = await sql<{ fault: string }>`select fault from run`.execute(db);
  expect(rows).toEqual([{ fault: expect.stringContaining('no space left on device') }]);

  vi.stubEnv('JOBDOCK_SHEET_WORKER', '/nowhere/sheet-worker.mjs');
  await ask({ body: shown(), kind: 2 });
  await run();
  vi.unstubAllEnvs();
  expect((await list())[0]).toMatchObject({ state: 'failed', words, size: null });
});

test('the activity says who had a file made of which report', async () => {
  const reader = createLineReader(service);
  expect(await reader.lineOf(exportReport, { ...rules, body: shown() }, recruiter)).toMatchObject({
    object_kind: 'reportFile',
    detail: { name: 'Rule report', kind: 'csv' },
  });
  await run();
  const [file] = await list();
  expect(await reader.lineOf(remakeReportFile, { cust: 'me', id: file?.id }, recruiter)).toMatchObject({
    object_kind: 'reportFile',
  });
});
