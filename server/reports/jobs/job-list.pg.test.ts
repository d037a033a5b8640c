import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rightIds } from '#contract/kit/rights.ts';
import { readReportData, saveConfiguration } from '#contract/reports/configurations.ts';
import { exportReport, listReportFiles } from '#contract/reports/report-files.ts';
import { listScheduleRuns, previewSchedule, saveSchedule, sendScheduled } from '#contract/reports/schedules.ts';
import type { ConfigurationBody } from '#contract/rows/report-rows.ts';
import { writeRows } from '#server/feed/publish.ts';
import { routes } from '#server/routes.ts';
import { buildListWorker, buildSheetWorker } from '#tests/corpus/build-feed-parser.ts';
import { aFacility, aJob, aTarget, aValue } from '#tests/support/factories/job-factory.ts';
import { aConfigurationBody } from '#tests/support/factories/report-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { watchLoop } from '#tests/support/watch-loop.ts';
import { reportFileJobs } from '../background/file-jobs.ts';
import { scheduleJobs } from '../schedules/schedule-jobs.ts';

let service: TestService;
let recruiter: string;
const undo: (() => void)[] = [];

const jobs = [
  aJob({ id: 1, providerJobId: 'A-1', state: 'NV', billRate: 60, source: 'Zeta', sourceId: 4 }),
  aJob({ id: 2, providerJobId: 'A-2', state: 'TX', billRate: 90, facilityValueId: 12 }),
  aJob({ id: 3, providerJobId: 'A-3', state: 'nv', billRate: 80.5, description: 'Nights at the lake' }),
  aJob({ id: 4, providerJobId: 'A-4', state: 'NV', billRate: null, status: 'Closed' }),
];

beforeAll(async () => {
  undo.push(await buildListWorker(), await buildSheetWorker());
  service = await startTestService({ at: new Date('2026-11-25T12:00:00Z') });
  recruiter = await service.signIn('recruiter');
  const rows = [
    { collection: 'target' as const, row: aTarget({ maps: ['facility'] }), extra: { settings: {} } },
    { collection: 'atsValue' as const, row: aFacility(1, 'Mercy General', { extId: 'F1' }) },
    { collection: 'mapValue' as const, row: aValue(11, 'facility', { mappedId: 'F1', how: 'person' }), extra: { key: 'a' } },
    { collection: 'mapValue' as const, row: aValue(12, 'facility'), extra: { key: 'b' } },
    ...jobs.map((row) => ({ collection: 'job' as const, row })),
  ];
  const { north, south } = service.people;
  await service.services.db.transaction().execute((tx) => writeRows(tx, north, rows));
  const stranger = { collection: 'job' as const, row: aJob({ id: 99, providerJobId: 'OTHER', state: 'NV' }) };
  await service.services.db.transaction().execute((tx) => writeRows(tx, south, [stranger]));
});
afterAll(async () => {
  await service.close();
  for (const one of undo) one();
});

let names = 0;
const aView = async (body: Partial<ConfigurationBody>) =>
  service.call(
    saveConfiguration,
    { cust: 'me', reportId: 1, name: `Jobs ${++names}`, body: aConfigurationBody({ start: [], widths: {}, ...body }) },
    recruiter,
  );
const jobsOf = (query: string, columns = ['providerJobId', 'billRate']) => aView({ base: 'report', query, columns });
const content = (configurationId: number) =>
  ({ cust: 'me', configurationId, frequency: 'daily', time: '08:00', file: 'csv' }) as const;
const send = async (configurationId: number) => {
  const saved = await service.call(saveSchedule, content(configurationId), recruiter);
  await service.services.db.deleteFrom('mail').execute();
  await service.call(sendScheduled, { cust: 'me', scheduleId: saved.id }, recruiter);
  await runJobs(service.services.db, scheduleJobs(service.services, routes));
  const [run] = (await service.call(listScheduleRuns, { cust: 'me', id: saved.id }, recruiter)).rows;
  const file = await service.services.db
    .selectFrom('mail_attachment')
    .select('content')
    .orderBy('mail_id', 'desc')
    .executeTakeFirst();
  return { run, csv: new TextDecoder().decode(file?.content ?? new Uint8Array()).split('\r\n') };
};

test('the jobs report is sent on a schedule with the rows of its filters, and of its own customer alone', async () => {
  const view = await jobsOf('state=nv&vendorStatus=Open', ['providerJobId', 'source', 'facilityName', 'status', 'billRate']);
  const { run, csv } = await send(view.id);
  expect(run).toMatchObject({ state: 'sent', rows: 2 });
  expect(csv).toEqual([
    'Job,Source,Mapped Facility,Vendor status,Bill rate',
    'A-3,Harbor VMS,Mercy General,Open,80.5',
    'A-1,Zeta,Mercy General,Open,60',
    '',
  ]);
});

test('a view of the staging grid is sent as the grid shows it, with its groups together and its query in words', async () => {
  const view = await aView({
    base: 'triage',
    query: 'state:TX',
    columns: ['startDate', '$state', 'facility', 'gone'],
    start: ['$state', 'facility'],
    group: ['state'],
    sort: [{ key: 'billRate', descending: true }],
  });
  const preview = await service.call(previewSchedule, content(view.id), recruiter);
  expect(preview.text).toContain('Left out, because the report no longer has them: gone.');
  const { run, csv } = await send(view.id);
  expect(run).toMatchObject({ state: 'sent', rows: 1 });
  expect(csv[0]).toBe('Status,Facility,Start');
  expect(csv[1]).toMatch(/^,"?Mercy Hospital \(not mapped\), TX"?,2026-12-01$/);
});

test('its rows come by the documented call too, and a long text only where it is shown', async () => {
  const view = await jobsOf('state=NV', ['providerJobId', 'description']);
  const data = await service.call(readReportData, { cust: 'me', reportId: 1, configId: view.id }, recruiter);
  expect(data.total).toBe(3);
  expect(data.rows.map((row) => [row['providerJobId'], row['description']])).toContainEqual(['A-3', 'Nights at the lake']);
});

test('a file of the jobs report is made in the background, with the names of sources among its facts', async () => {
  await service.call(
    exportReport,
    {
      cust: 'me',
      reportId: 1,
      kind: 2,
      body: aConfigurationBody({ base: 'report', query: 'source=4', columns: ['state'], start: [] }),
    },
    recruiter,
  );
  await runJobs(service.services.db, reportFileJobs(service.services, routes));
  const [file] = (await service.call(listReportFiles, { cust: 'me' }, recruiter)).rows;
  expect(file).toMatchObject({ state: 'ready', rows: 1, report: 'Jobs' });
});

test('a query about what came since the person left is refused with its reason', async () => {
  const view = await aView({ base: 'all', query: 'is:newsince' });
  const answer = await service.send(previewSchedule, content(view.id), recruiter);
  expect(answer).toMatchObject({
    status: 400,
    body: { fields: { configurationId: expect.stringContaining('which only your device knows') } },
  });
});

test('an owner who may no longer see jobs gets none: the schedule pauses', async () => {
  const view = await jobsOf('');
  const saved = await service.call(saveSchedule, content(view.id), recruiter);
  await service.call(sendScheduled, { cust: 'me', scheduleId: saved.id }, recruiter);
  const { db, actors } = service.services;
  const setRights = async (rights: number[]) => {
    await db.updateTable('app_user').set({ rights }).where('id', '=', service.people.recruiter).execute();
    actors.forgetPeople([service.people.recruiter]);
  };
  const { rights } = await db
    .selectFrom('app_user')
    .select('rights')
    .where('id', '=', service.people.recruiter)
    .executeTakeFirstOrThrow();
  // They may read the report, but no jobs.
  await setRights(rights.filter((id) => id !== rightIds['staging.read']));
  await runJobs(db, scheduleJobs(service.services, routes));
  await setRights(rights);
  const [run] = (await service.call(listScheduleRuns, { cust: 'me', id: saved.id }, recruiter)).rows;
  expect(run).toMatchObject({ state: 'paused', message: 'The recruiter may no longer read this report.' });
});

test('many jobs leave the service free for others', async () => {
  await sql`insert into job (customer_id, id, rev, row)
    select ${service.people.north}::int, 1000 + n, 1, (select row from job where customer_id = ${service.people.north} and id = 1)
      || jsonb_build_object('id', 1000 + n, 'providerJobId', 'B-' || n)
    from generate_series(1, 4000) n`.execute(service.services.db);
  const view = await jobsOf('state=NV', ['providerJobId', 'source', 'billRate', 'firstSeenAt']);
  const stop = watchLoop();
  const data = await service.call(readReportData, { cust: 'me', reportId: 1, configId: view.id }, recruiter);
  const { worst } = stop();
  expect(data.total).toBe(4003);
  expect(worst).toBeLessThan(300);
});
