import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resetLastCounters } from '#contract/collecting/task-stats.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import {
  listReportSources,
  reportDataIssues,
  reportFaultyRows,
  reportTaskAudit,
  reportTaskErrors,
  reportTaskStatus,
} from '#contract/reports/collecting-reports.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import { flag } from '#domain/jobs/flags.ts';
import { storeCredentials } from '#server/collecting/task-rows/task-credentials.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { type emails, startTestService, type TestService } from '#tests/support/test-service.ts';

const at = new Date('2026-11-21T15:00:00.000Z');
let service: TestService;
let administrator: string;
let chief: string;
let north: number;
let south: number;

const source = { alias: null, autoPost: false, aliases: [], members: [] };
const task = (id: number, more: Partial<TaskRow>, marks: object = {}): Publication => ({
  collection: 'task',
  row: { ...newTask, id, sourceId: 3, ...more },
  extra: { settings: { feed: 'https://vendor.example/…' }, marks, next_run_at: null },
});
const job = (id: number, more: Parameters<typeof aJob>[0] = {}): Publication => ({
  collection: 'job',
  row: aJob({ id, providerJobId: `B-${id}`, source: 'Medloop', sourceId: 3, ...whole, ...more }),
  extra: { collected: {} },
});
/** A job without a fault. */
const whole = {
  title: 'RN ICU',
  facility: 'Mercy General',
  state: 'CA',
  degree: 'RN',
  specialty: 'ICU',
  shift: 'Nights',
  startDate: '2026-12-07',
  endDate: '2027-03-07',
  durationDays: 91,
  billRate: 90,
  minBillRate: 80,
  payPerHour: 60,
  hoursPerShift: 12,
  shiftsPerWeek: 3,
  hoursPerWeek: 36,
  guaranteedHours: 36,
} as const;

type Run = {
  taskId?: number | null;
  at: string;
  how?: 'schedule' | 'upload' | 'replay';
  error?: string;
  counts?: object;
  refused?: unknown[];
};
const ran = (run: Run, customer = north) =>
  service.services.db
    .insertInto('collection_run')
    .values({
      customer_id: customer,
      task_id: run.taskId ?? null,
      how: run.how ?? 'schedule',
      started_at: run.at,
      ended_at: new Date(Date.parse(run.at) + 1000),
      file_name: run.how === 'upload' ? 'week.csv' : null,
      outcome: run.error === undefined ? 'ok' : `It failed: ${run.error}.`,
      error: run.error ?? null,
      counts: JSON.stringify(run.counts ?? {}),
      refused: JSON.stringify(run.refused ?? []),
    })
    .execute();
const refusal = (row: number, field: string, problem: string, value = '') => ({
  row,
  problems: [{ field, column: field, value, problem, remedy: `Fix ${field}.` }],
});

beforeAll(async () => {
  service = await startTestService({ at });
  ({ north, south } = service.people);
  [administrator, chief] = [await service.signIn('administrator'), await service.signIn('chief')];
  const { db, secrets } = service.services;
  const counts = { added: 4, changed: 6, same: 110, cancelled: 0 };
  await db.transaction().execute(async (tx) => {
    await writeRows(tx, north, [
      { collection: 'source', row: { ...source, id: 3, name: 'Medloop' } },
      { collection: 'source', row: { ...source, id: 4, name: 'Vizient' } },
      task(1, {
        name: 'Calm',
        staged: 120,
        refused: 1,
        lastRunAt: '2026-11-21T09:00:00.000Z',
        lastSuccessAt: '2026-11-21T09:00:00.000Z',
        lastResult: 'ok',
      }),
      task(
        2,
        {
          name: 'Broken',
          crawlerId: 61,
          crawler: 'LaborEdge Nexus',
          alias: 'Night feed',
          sourceId: 4,
          staged: 7,
          ignored: true,
          error: 'timeout',
          alarm: 'The vendor did not answer in time.',
          lastRunAt: '2026-11-21T10:00:00.000Z',
          lastSuccessAt: '2026-11-18T10:00:00.000Z',
          lastResult: 'The vendor did not answer in time.',
        },
        { failures: 3 },
      ),
      task(3, { name: 'Off', disabled: true }),
      job(1, { taskId: 1 }),
      job(2, { taskId: 1, status: 'Cancelled' }),
      job(3, { taskId: 1, status: 'Filled' }),
      job(4, { taskId: 1, chgMap: flag.hidden, facility: null }),
      job(5, { taskId: 2, sourceId: 4, source: 'Vizient', startDate: '2026-12-07', endDate: '2026-11-30', durationDays: null }),
      job(6, { taskId: 2, sourceId: 4, source: 'Vizient', endDate: '2026-12-01', startDate: '2026-12-24', durationDays: null }),
      job(7, { facility: ' ', billRate: 0, payPerHour: null }),
      job(8, { startDate: null, asap: true, endDate: null, payPerHour: 95 }),
      job(9, { startDate: '2026-02-31', endDate: '2026-03-30', durationDays: 60 }),
      job(10, { status: 'Closed', state: null }),
      job(11, { hoursPerShift: 8, hoursPerWeek: 200, guaranteedHours: 220 }),
    ]);
    await writeRows(tx, south, [
      task(1, { name: 'Of south', sourceId: 9, error: 'sign_in' }),
      job(1, { taskId: 1, sourceId: 9, state: null }),
    ]);
    await storeCredentials(tx, secrets, { customerId: north, taskId: 2 }, { username: 'night-user' });
  });
  await db
    .insertInto('vendor_host')
    .values({ customer_id: north, host: 'vendor.example', failures: 9, open_until: '2026-11-21T16:00:00Z', error: 'timeout' })
    .execute();
  await ran({ taskId: 1, at: '2026-11-13T09:00:00Z', error: 'sign_in' });
  await ran({
    taskId: 1,
    at: '2026-11-20T09:00:00Z',
    counts: { ...counts, added: 1 },
    refused: [refusal(9, 'zip', 'An old one.')],
  });
  await ran({
    taskId: 1,
    at: '2026-11-21T09:00:00Z',
    counts,
    refused: [refusal(5, 'zip', 'No zip.', 'ABC'), refusal(6, 'zip', 'No zip.', 'XYZ')],
  });
  await ran({ taskId: 1, at: '2026-11-21T09:30:00Z', how: 'replay', counts: { ...counts, added: 99 } });
  await ran({ taskId: 2, at: '2026-11-18T10:00:00Z', counts: { ...counts, same: 0 } });
  await ran({ taskId: 2, at: '2026-11-19T10:00:00Z', error: 'sign_in' });
  await ran({ taskId: 2, at: '2026-11-20T10:00:00Z', error: 'password_expired' });
  await ran({ taskId: 2, at: '2026-11-21T10:00:00Z', error: 'timeout' });
  await ran({ at: '2026-11-20T12:00:00Z', how: 'upload', counts, refused: [refusal(2, 'row', 'No job ID.')] });
  await ran({ at: '2026-11-01T12:00:00Z', how: 'upload', counts, refused: [refusal(2, 'row', 'Long ago.')] });
});
afterAll(() => service.close());

const me = { cust: 'me' } as const;
const named = <R extends { readonly rows: readonly { readonly task: string }[] }>({ rows }: R) =>
  rows.map(({ task: name }) => name);

describe('task errors', () => {
  test('say how each task collects, the ones that fail longest first', async () => {
    const { total, rows } = await service.call(reportTaskErrors, me, chief);
    expect(total).toBe(3);
    expect(rows[0]).toEqual({
      customerId: north,
      customer: 'North Staffing',
      taskId: 2,
      task: 'Broken',
      source: 'Vizient',
      crawler: 'LaborEdge Nexus',
      alias: 'Night feed',
      lastRunAt: '2026-11-21T10:00:00.000Z',
      lastSuccessAt: '2026-11-18T10:00:00.000Z',
      lastResult: 'The vendor did not answer in time.',
      // What the last good run listed, whatever was counted since.
      lastValue: 10,
      error: 'timeout',
      exception: 'The vendor did not answer in time.',
      pulled: 7,
      opened: 0,
      refused: 0,
      breakLevel: 3,
      pausedUntil: '2026-11-21T16:00:00.000Z',
      user: 'night-user',
      isIgnored: true,
    });
    // A replay says nothing about what the vendor lists.
    expect(rows.find(({ task: name }) => name === 'Calm')).toMatchObject({
      pulled: 120,
      opened: 4,
      refused: 1,
      lastValue: 120,
      error: null,
    });
  });

  test('show the user name only to who may change tasks', async () => {
    await service.services.db
      .updateTable('app_user')
      .set({ rights: [3] })
      .where('id', '=', service.people.viewer)
      .execute();
    const viewer = await service.signIn('viewer');
    const { rows } = await service.call(reportTaskErrors, me, viewer);
    expect(rows.map(({ user }) => user)).toEqual(['', '', '']);
  });
});

test('the task status counts the jobs of each task by status, hidden ones too', async () => {
  const { rows } = await service.call(reportTaskStatus, { ...me, sort: '-open' }, chief);
  expect(rows.map(({ task: name, open, canceled, others, isActive }) => [name, open, canceled, others, isActive])).toEqual([
    ['Calm', 6, 1, 2, true],
    ['Broken', 2, 0, 0, false],
    ['Off', 0, 0, 0, false],
  ]);
});

describe('the task audit', () => {
  const audit = async (range: { from?: string; to?: string } = {}) =>
    (await service.call(reportTaskAudit, { ...me, ...range }, chief)).rows.map(
      ({ task: name, state, runs, loginFailures, exceptions }) => [name, state, runs, loginFailures, exceptions],
    );

  test('counts failures of the last 7 days, most exceptions first', async () => {
    const { rows } = await service.call(reportTaskAudit, { ...me, query: 'broken' }, chief);
    expect(rows).toMatchObject([{ lastExceptionAt: '2026-11-21T10:00:01.000Z', lastException: 'It failed: timeout.' }]);
    expect(await audit()).toEqual([
      ['Broken', 'provider', 4, 2, 3],
      ['Calm', 'active', 3, 0, 0],
      ['Off', 'customer', 0, 0, 0],
    ]);
  });

  test('has the newest runs of those days with the ones that failed, as the chart draws them', async () => {
    const { rows } = await service.call(reportTaskAudit, me, chief);
    for (const { runs, exceptions, recent } of rows) {
      expect([recent.runs, recent.failed.length]).toEqual([runs, exceptions]);
    }
    const [{ recent }] = rows as [(typeof rows)[number]];
    const { rows: stored } = await sql<{ id: number; error: string | null; at: Date }>`
      select id::integer as id, error, ended_at as at from collection_run
      where customer_id = ${north} and task_id = 2 and started_at > '2026-11-15' order by id desc`.execute(service.services.db);
    expect(recent.failed).toEqual(
      stored.flatMap(({ id, error, at: ended }, ago) =>
        error === null ? [] : [{ id, ago, error, at: new Date(ended).toISOString() }],
      ),
    );
    for (let i = 0; i < 60; i += 1) await ran({ taskId: 3, at: '2026-10-01T09:00:00.000Z', error: 'timeout' });
    const { rows: then } = await service.call(
      reportTaskAudit,
      { ...me, query: 'off', from: '2026-10-01', to: '2026-10-01' },
      chief,
    );
    expect(then.map(({ runs, recent: { runs: shown, failed } }) => [runs, shown, failed.length, failed.at(-1)?.ago])).toEqual([
      [60, 50, 50, 49],
    ]);
  });

  test('counts those of other days', async () => {
    expect(await audit({ from: '2026-11-13', to: '2026-11-13' })).toEqual([
      ['Calm', 'active', 1, 1, 1],
      ['Broken', 'provider', 0, 0, 0],
      ['Off', 'customer', 0, 0, 0],
    ]);
  });

  test.each([
    [{ from: '2026-11-21', to: '2026-11-20' }, { to: 'This day is before 2026-11-21, on which the range begins.' }],
    [{ from: '2026-02-31' }, { from: 'The calendar has no such day' }],
    [{ source: 4711 }, { source: 'This source does not exist, or was removed. Choose another one.' }],
  ])('refuses %j with the field', async (args, fields) => {
    const { status, body } = await service.send(reportTaskAudit, { ...me, ...args }, chief);
    expect([status, body]).toMatchObject([400, { fields }]);
  });
});

describe('data issues', () => {
  const issues = async (more = {}, token = chief) => (await service.call(reportDataIssues, { ...me, ...more }, token)).rows;

  test('are counted by fault and source, with an example and a remedy, over open jobs and the last files', async () => {
    const rows = await issues();
    const found = rows.map(({ source: name, fault, count, example }) => [name, fault.replace(/:.*/, ''), count, example]);
    expect(found.sort((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ['', 'refused', 1, 'Row 2: blank'],
      ['Medloop', 'endIsPast', 1, 'B-9: 2026-03-30'],
      ['Medloop', 'guaranteedAboveWeek', 1, 'B-11: 220 of 200'],
      ['Medloop', 'hoursDiffer', 1, 'B-11: 3 shifts of 8 hours, 200 a week'],
      ['Medloop', 'lengthDiffers', 1, 'B-9: 60 days, 2026-02-31 to 2026-03-30'],
      ['Medloop', 'noBillRate', 1, 'B-7'],
      ['Medloop', 'noFacility', 1, 'B-7'],
      ['Medloop', 'payAboveBill', 1, 'B-8: 95 above 90'],
      ['Medloop', 'refused', 2, 'Row 5: ABC'],
      ['Medloop', 'tooManyHours', 1, 'B-11: 8 a shift, 200 a week'],
      ['Vizient', 'endBeforeStart', 2, 'B-5: 2026-12-07 to 2026-11-30'],
    ]);
    expect(rows.find(({ fault }) => fault === 'endBeforeStart')).toMatchObject({
      kind: 'contradiction',
      field: 'endDate',
      problem: 'The job ends before it starts',
      remedy: 'Ask the vendor which date is right.',
    });
    expect(rows.find(({ problem }) => problem === 'No zip.')).toMatchObject({
      kind: 'refused',
      field: 'zip',
      remedy: 'Fix zip.',
    });
    expect((await issues({ source: 4 })).map(({ fault }) => fault)).toEqual(['endBeforeStart']);
  });

  test('open exactly the jobs and rows that they count', async () => {
    for (const { sourceId, fault, count } of await issues()) {
      const found = await service.call(reportFaultyRows, { ...me, source: sourceId, fault }, chief);
      expect([fault, found.total, found.rows.length]).toEqual([fault, count, count]);
    }
    const { rows } = await service.call(reportFaultyRows, { ...me, source: 4, fault: 'endBeforeStart' }, chief);
    expect(rows.map(({ jobId, value }) => [jobId, value])).toEqual([
      [5, '2026-12-07 to 2026-11-30'],
      [6, '2026-12-24 to 2026-12-01'],
    ]);
    const { fault = '' } = (await issues()).find(({ problem }) => problem === 'No zip.') ?? {};
    const files = await service.call(reportFaultyRows, { ...me, source: 3, fault }, chief);
    expect(files.rows).toMatchObject([
      { jobId: null, providerJobId: 'Row 5', title: 'Calm', source: 'Medloop', value: 'ABC' },
      { jobId: null, providerJobId: 'Row 6', title: 'Calm', source: 'Medloop', value: 'XYZ' },
    ]);
    expect(await service.call(reportFaultyRows, { ...me, source: 3, fault: 'nothing' }, chief)).toEqual({ total: 0, rows: [] });
  });
});

test('the sources of filters are the customer’s; an administrator reads those of all customers', async () => {
  const sources = await service.call(listReportSources, me, chief);
  expect(sources.map(({ id, name, customer }) => [id, name, customer])).toEqual([
    [3, 'Medloop', 'North Staffing'],
    [4, 'Vizient', 'North Staffing'],
  ]);
  expect(await service.call(listReportSources, { cust: -1 }, administrator)).toHaveLength(2);
});

describe.each<[string, Endpoint, Record<string, unknown>]>([
  ['task errors', reportTaskErrors, {}],
  ['task status', reportTaskStatus, {}],
  ['task audit', reportTaskAudit, {}],
  ['data issues', reportDataIssues, {}],
  ['rows of data issues', reportFaultyRows, { source: 9, fault: 'noState' }],
])('the report of %s', (_, report, more) => {
  const rowsFor = async (cust: 'me' | number, who: keyof typeof emails) =>
    service.send(report, { cust, ...more }, await service.signIn(who));

  test('is refused without the right, and does not exist for other customers', async () => {
    await service.services.db.updateTable('app_user').set({ rights: [] }).where('id', '=', service.people.viewer).execute();
    expect((await rowsFor('me', 'viewer')).status).toBe(403);
    expect((await rowsFor(north, 'stranger')).status).toBe(404);
  });

  test('has only rows of the customer that it names', async () => {
    const { body } = await rowsFor(south, 'administrator');
    expect(JSON.stringify(body)).not.toMatch(/Calm|Medloop: |B-5|North/);
    expect((body as { rows: unknown[] }).rows).toHaveLength(1);
  });
});

test('an administrator reads the tasks of all customers', async () => {
  const all = await service.call(reportTaskErrors, { cust: -1, sort: 'task' }, administrator);
  expect(named(all)).toEqual(['Broken', 'Calm', 'Of south', 'Off']);
  expect((await service.send(reportTaskErrors, { cust: -1 }, chief)).status).toBe(403);
});

test('task errors count nothing once an administrator reset the counters, until the next run', async () => {
  const calm = async () => (await service.call(reportTaskErrors, { ...me, query: 'calm' }, chief)).rows[0];
  await service.call(resetLastCounters, { cust: north, customerCrawlerId: 1 }, administrator);
  expect(await calm()).toMatchObject({ pulled: 0, opened: 0, refused: 0, lastValue: 120 });
  await ran({ taskId: 1, at: '2026-11-21T16:00:00Z', counts: { added: 2, changed: 0, same: 118, cancelled: 0 } });
  expect(await calm()).toMatchObject({ opened: 2 });
});
