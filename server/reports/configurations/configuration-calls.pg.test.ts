import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  listConfigurations,
  listOwnConfigurations,
  listReportConfigurations,
  readConfiguration,
  readReportData,
  removeConfiguration,
  saveConfiguration,
} from '#contract/reports/configurations.ts';
import { createRule } from '#contract/rules/rules.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import { aTarget } from '#tests/support/factories/job-factory.ts';
import { aConfigurationBody } from '#tests/support/factories/report-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
let chief: string;
let recruiter: string;
beforeAll(async () => {
  service = await startTestService();
  [chief, recruiter] = await Promise.all([service.signIn('chief'), service.signIn('recruiter')]);
});
afterAll(() => service.close());

const rules = 7;
const reportBody = (over: object = {}) =>
  aConfigurationBody({ base: 'report', columns: ['name', 'ord'], start: [], widths: {}, ...over });
const save = (args: object, token = recruiter) =>
  service.call(saveConfiguration, { cust: 'me', reportId: rules, body: reportBody(), ...args } as never, token);
const refused = async (args: object, token = recruiter) => {
  const { status, body } = await service.send(
    saveConfiguration,
    { cust: 'me', reportId: rules, body: reportBody(), ...args },
    token,
  );
  return { status, body };
};

test('a configuration is added, changed, listed and removed by the documented calls, with its filters one by one', async () => {
  const added = await save({ name: 'Active', filters: [{ name: 'active', value: 'yes' }] });
  expect(added).toMatchObject({ reportId: rules, name: 'Active', isPrivate: true, isDefault: false });
  expect(added.body.query).toBe('active=yes');
  expect(added.filters).toEqual([{ name: 'active', value: 'yes' }]);
  const changed = await save({ id: added.id, name: 'Active rules', body: reportBody({ query: 'q=icu' }) });
  expect(changed).toMatchObject({ id: added.id, name: 'Active rules', filters: [{ name: 'q', value: 'icu' }] });
  expect(await service.call(readConfiguration, { cust: 'me', id: added.id }, recruiter)).toEqual(changed);
  expect(await service.call(listReportConfigurations, { cust: 'me', reportId: rules }, recruiter)).toEqual([changed]);
  expect(await service.call(listReportConfigurations, { cust: 'me', reportId: 2 }, recruiter)).toEqual([]);
  expect(await service.call(listOwnConfigurations, { cust: 'me' }, recruiter)).toEqual([
    {
      id: added.id,
      name: 'Active rules',
      report: 'Rule report',
      reportUrl: `/report_rules?cfid=${added.id}`,
      isPrivate: true,
      isDefault: false,
    },
  ]);
  expect(await refused({ id: added.id, reportId: 2, name: 'Moved' })).toMatchObject({ status: 400 });
  const removed = await service.call(removeConfiguration, { cust: 'me', id: added.id }, recruiter);
  expect(removed.message).toBe('View “Active rules” removed');
  expect((await service.send(readConfiguration, { cust: 'me', id: added.id }, recruiter)).status).toBe(404);
  expect((await service.send(removeConfiguration, { cust: 'me', id: added.id }, recruiter)).status).toBe(404);
});

test('a filter without a value is refused, one by one and inside the query', async () => {
  expect(await refused({ name: 'Blank', filters: [{ name: 'active', value: ' ' }] })).toMatchObject({ status: 400 });
  expect(await refused({ name: 'Blank', body: reportBody({ query: 'active=' }) })).toMatchObject({
    status: 400,
    body: { fields: { body: 'Give the filter “active” a value, or remove it.' } },
  });
});

test('another person reads a shared configuration, and a private one is none to them', async () => {
  const shared = await save({ name: 'Shared', isPrivate: false });
  const own = await save({ name: 'Own' });
  const seen = await service.call(listConfigurations, { cust: 'me' }, chief);
  expect(seen.map(({ name }) => name)).toEqual(['Shared']);
  expect((await service.call(readConfiguration, { cust: 'me', id: shared.id }, chief)).owner).toBe(shared.owner);
  expect(await service.call(listOwnConfigurations, { cust: 'me' }, chief)).toEqual([]);
  for (const [call, args] of [
    [readConfiguration, { id: own.id }],
    [removeConfiguration, { id: own.id }],
    [saveConfiguration, { id: own.id, reportId: rules, name: 'Taken', body: reportBody() }],
    [readReportData, { reportId: rules, configId: own.id }],
  ] as const)
    expect((await service.send(call, { cust: 'me', ...args }, chief)).status).toBe(404);
});

test('the last default that a person chooses is valid, and the jobs report has one beside staging, with which it shares its number', async () => {
  const [one, two] = [await save({ name: 'One', isDefault: true }), await save({ name: 'Two', isDefault: true })];
  const isDefault = async (id: number) => (await service.call(readConfiguration, { cust: 'me', id }, recruiter)).isDefault;
  expect([await isDefault(one.id), await isDefault(two.id)]).toEqual([false, true]);
  const staging = await save({ reportId: 1, name: 'Grid', body: aConfigurationBody(), isDefault: true });
  const jobs = await save({ reportId: 1, name: 'Job list', isDefault: true });
  expect([await isDefault(staging.id), await isDefault(jobs.id)]).toEqual([true, true]);
  const own = await service.call(listOwnConfigurations, { cust: 'me' }, recruiter);
  expect(own.filter(({ id }) => [staging.id, jobs.id].includes(id)).map(({ reportUrl }) => reportUrl)).toEqual([
    `/staging?cfid=${staging.id}`,
    `/report_jobs?cfid=${jobs.id}`,
  ]);
});

test('the rows of a report come with the columns, filters and order of the configuration; what is gone is named', async () => {
  const rule = { source: '[Unit] contains ICU', actionType: 1, fieldId: 17, operand: '90', ord: 10 };
  for (const [name, active] of [
    ['Alpha', true],
    ['Beta', false],
    ['Gamma', true],
  ] as const)
    expect((await service.send(createRule, { ...rule, name, active }, chief)).status).toBe(200);
  const saved = await save(
    {
      name: 'Active by name',
      body: reportBody({
        query: 'active=yes',
        columns: ['name', 'gone', 'action'],
        sort: [{ key: 'name', descending: true }],
      }),
    },
    chief,
  );
  const data = await service.call(readReportData, { cust: 'me', reportId: rules, configId: saved.id }, chief);
  expect(data).toMatchObject({ report: 'Rule report', name: 'Active by name', total: 2, skipped: ['gone'] });
  expect(data.columns.map(({ label }) => label)).toEqual(['Rule', 'Action']);
  expect(data.rows.map((row) => row['name'])).toEqual(['Gamma', 'Alpha']);
});

test('a report of the service is answered by its own call, one of devices from the rows that they have', async () => {
  await service.services.db.transaction().execute(async (tx) => {
    const [id = 0] = await nextIds(tx, 'target', 1);
    const row = aTarget({ id, typeId: 8, name: 'Our ATS', posting: 'live' });
    await writeRows(tx, service.people.north, [{ collection: 'target', row, extra: { settings: {} } }]);
  });
  const targets = await save({ reportId: 15, name: 'Targets', body: reportBody({ columns: ['target', 'posting', 'maps'] }) });
  const { rows } = await service.call(readReportData, { cust: 'me', reportId: 15, configId: targets.id }, recruiter);
  expect(rows).toEqual([{ target: 'Our ATS', posting: 'Live', maps: expect.stringContaining('Facility') }]);
  const summary = await save({ reportId: 2, name: 'Sources', body: reportBody({ columns: ['source'] }) });
  const answer = await service.send(readReportData, { cust: 'me', reportId: 2, configId: summary.id }, recruiter);
  expect(answer).toMatchObject({ status: 200, body: { report: 'Map summary' } });
  expect((await service.send(readReportData, { cust: 'me', reportId: 99, configId: summary.id }, recruiter)).status).toBe(404);
});
