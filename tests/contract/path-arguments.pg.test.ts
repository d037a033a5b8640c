import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { acceptAutoMap, markUnique, saveMapping } from '#contract/mapping/values.ts';
import { savePaySettings } from '#contract/rules/pay.ts';
import { writeRows } from '#server/feed/publish.ts';
import { aJob, aTarget, aValue } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { atsValue, seedMapping } from '#tests/support/worlds/mapping-world.ts';
import { sampleArgs } from './sample-args.ts';

// What a path names is obeyed or refused. Generated from the contract, so that it includes every new call.
const nobodys = 999_999;
const areas =
  /\/api\/(map|staging|premap|atsobjects|upload\/atsobects|sources|CustomerPC\w+|CustomerFee|rules\/clear|sync\/job-history|facility\/shared\/update|customerprocessing\/reprocess|CustomerProcessing\/SpecialRulesForFacility)\//;
/** Arguments in a path that name a row of Jobdock. The others are numbers, texts or ids of the ATS. */
const rowKeys = ['target', 'targetId', 'customerTargetId', 'id', 'jobId', 'sourceId', 'source', 'degreeId', 'crawlerId', 'rowId'];
/** Keys that name a degree of the ATS, not a mapping row; the tests of the grids cover them. */
const ofTheAts = new Set([
  'GET /api/map/choices/:cust/:target/:type/-1/:degreeId degreeId',
  'GET /api/map/choices/:cust/:targetId/:type/:jobId/:degreeId/:facilityId degreeId',
]);

const cases = endpoints
  .filter(({ route }) => areas.test(route))
  .flatMap((endpoint) =>
    rowKeys
      .filter((key) => endpoint.route.includes(`:${key}`) && new RegExp(`:${key}(/|$)`).test(endpoint.route))
      .filter((key) => !ofTheAts.has(`${endpoint.route} ${key}`))
      .map((key) => ({ endpoint, key, route: endpoint.route })),
  );
const typed = endpoints.filter(({ route }) => areas.test(route) && /:(type|orderType)(\/|$)/.test(route));

/** Arguments that name rows of the world below. */
const good = (endpoint: Endpoint): Record<string, unknown> => {
  const world: Record<string, unknown> = {
    cust: 'me',
    me: 'me',
    target: 1,
    targetId: 1,
    customerTargetId: 1,
    sourceId: 3,
    rowId: 3,
    degreeId: 0,
    mapState: '0',
    mapstate: '0',
    sort: '0',
    name: '-',
    state: 'CA',
    ids: [1],
    file: new Uint8Array([65]),
    fileName: 'a.csv',
  };
  const args = { ...sampleArgs(endpoint), state: undefined };
  return Object.fromEntries(
    Object.keys(endpoint.args.shape).flatMap((key) => {
      const value = key in args && key in world ? world[key] : (args as Record<string, unknown>)[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
};

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startTestService();
  const { north } = service.people;
  const values = [aValue(101, 'facility'), aValue(201, 'degree'), aValue(901, 'facility', { targetId: 2 })];
  await seedMapping(service.services.db, north, [atsValue(11, 'facility', 'Mercy'), atsValue(21, 'degree', 'RN')], values);
  await service.services.db.transaction().execute((tx) =>
    writeRows(tx, north, [
      { collection: 'target', row: aTarget({ id: 2, typeId: 4, name: 'Feed' }), extra: { settings: {} } },
      { collection: 'source', row: { id: 1, name: 'Harbor VMS', alias: null, autoPost: false, aliases: [], members: [] } },
      { collection: 'job', row: aJob({ id: 1 }), extra: { collected: {} } },
    ]),
  );
  await service.services.db.updateTable('app_user').set({ role_id: 2 }).where('id', '=', service.people.chief).execute();
  token = await service.signIn('chief');
});
afterAll(() => service.close());

test('the contract names rows in the paths of many calls', () => {
  expect(cases.length).toBeGreaterThan(60);
  expect(typed.length).toBeGreaterThan(8);
});

test.each(cases)('$route refuses a $key that no row has, and says so', async ({ endpoint, key }) => {
  const { status, body } = await service.send(endpoint, { ...good(endpoint), [key]: nobodys }, token);
  expect({ status, body }).toEqual({
    status: 404,
    body: { kind: 'not_found', what: expect.stringContaining(String(nobodys)) as string },
  });
});

test.each(typed)('$route refuses a kind that is none', async (endpoint) => {
  const key = endpoint.route.includes(':orderType') ? 'orderType' : 'type';
  const { status, body } = await service.send(endpoint, { ...good(endpoint), [key]: 'Z' }, token);
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { kind: 'invalid', fields: { [key]: expect.any(String) as string } },
  });
});

describe('a mapping row of another kind or target', () => {
  const facility = 101;
  const named = (what: string) => ({ status: 404, body: { kind: 'not_found', what } });

  test('is not mapped', async () => {
    const path = { cust: 'me', jobId: 0, chosenId: 'E21', valueId: facility };
    const ofKind = await service.send(saveMapping, { ...path, type: '2', targetId: 1 }, token);
    expect(ofKind).toMatchObject(named('There is no degree of target 1 with the id 101.'));
    const ofTarget = await service.send(saveMapping, { ...path, type: '1', targetId: 2, chosenId: 'E11' }, token);
    expect(ofTarget).toMatchObject(named('There is no facility of target 2 with the id 101.'));
    await service.call(saveMapping, { ...path, type: '1', targetId: 1, chosenId: 'E11' }, token);
  });

  test('is not accepted', async () => {
    const { status, body } = await service.send(
      acceptAutoMap,
      { cust: 'me', targetId: 1, type: '2', ids: [201, facility] },
      token,
    );
    expect({ status, body }).toEqual(named('There is no degree of target 1 with the id 101.'));
  });

  test('is not marked unique', async () => {
    const { status, body } = await service.send(markUnique, { cust: 'me', targetId: 1, ids: [facility, 901] }, token);
    expect({ status, body }).toEqual(named('There is no mapping row of target 1 with the id 901.'));
    const { rows } = await service.services.db
      .selectFrom('map_value')
      .select('row')
      .where('id', '=', facility)
      .execute()
      .then((found) => ({ rows: found }));
    expect(rows).toMatchObject([{ row: { unique: false } }]);
  });

  test('is not a job’s mapping: the job’s text is of the target in the path', async () => {
    const { status, body } = await service.send(
      saveMapping,
      { cust: 'me', targetId: 2, type: '1', jobId: 1, chosenId: 'E11' },
      token,
    );
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { fields: { chosenId: 'Target 2 lists no facility with the id E11.' } },
    });
  });
});

test('pay setup is changed under the id of its own row', async () => {
  const { north, south } = service.people;
  const setup = { cust: north, calcType: 0 as const, regularPayRate: 20, hoursPerWeek: 36 };
  const { status, body } = await service.send(savePaySettings, { ...setup, id: south }, token);
  expect({ status, body }).toEqual({
    status: 404,
    body: { kind: 'not_found', what: `There is no pay setup with the id ${south}.` },
  });
  await service.call(savePaySettings, { ...setup, id: north }, token);
});
