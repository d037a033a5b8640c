import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filterFacilities, listChoices, listDegreeChoices, listJobChoices } from '#contract/mapping/choices.ts';
import { listDegreeMap, listFacilityMap, listSpecialtyMap } from '#contract/mapping/mapping-grids.ts';
import { aiMapping } from '#contract/mapping/mapping-runs.ts';
import {
  listAllMapSources,
  listSourceAliases,
  listSourceGroup,
  saveSource,
  saveSourceAliases,
  saveSourceGroup,
} from '#contract/mapping/sources.ts';
import { listGroupChoices } from '#contract/mapping/values.ts';
import {
  bulkMappingAbility,
  countMappings,
  reportMapDetail,
  reportMapSpecialties,
  reportMapSummary,
} from '#contract/reports/map-reports.ts';
import type { AtsValueRow, MapValueRow } from '#contract/rows/rows.ts';
import { isUnder, levelsOf } from '#domain/mapping/hierarchy.ts';
import { keepAi } from '#server/ai/engines/first-engine.ts';
import { writeRows } from '#server/feed/publish.ts';
import { aJob, aTarget, aValue } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { atsValue, seedMapping } from '#tests/support/worlds/mapping-world.ts';
import { sourceNamed } from '../sources/sources.ts';

let service: TestService;
let token: string;
let chief: string;
let admin: string;

const place = { city: 'Sacramento', state: 'CA', zip: '95819', address: '4001 J St' };
const lists = [
  atsValue(1, 'facility', 'Mercy General Hospital', place),
  atsValue(2, 'facility', 'Sutter Medical Center', { city: 'Sacramento', state: 'CA' }),
  atsValue(3, 'facility', 'Mercy Closed Clinic', { active: false }),
  atsValue(4, 'degree', 'Registered Nurse'),
  atsValue(5, 'degree', 'Physical Therapist'),
  atsValue(6, 'specialty', 'Intensive Care Unit', { parentId: 'E4' }),
  atsValue(7, 'specialty', 'Outpatient', { parentId: 'E5' }),
];
const values = [
  aValue(11, 'facility', { text: 'MERCY GENERAL HOSP', ...place, mappedId: 'E1', how: 'auto', certainty: 97 }),
  aValue(12, 'facility', { text: 'SUTTER MED CTR 100%', sourceId: 4, suggestedId: 'E2', certainty: 85 }),
  aValue(13, 'degree', { text: 'RN', mappedId: 'E4', how: 'person', by: 'Ann' }),
  aValue(14, 'specialty', { text: 'ICU', within: 'RN', mappedId: 'E6', how: 'person', by: 'Ann' }),
  aValue(15, 'specialty', { text: 'OP', within: 'PT' }),
  aValue(16, 'facility', { text: 'Float pool', ignored: true }),
];

beforeAll(async () => {
  service = await startTestService();
  [token, chief, admin] = await Promise.all([
    service.signIn('recruiter'),
    service.signIn('chief'),
    service.signIn('administrator'),
  ]);
  const { db } = service.services;
  const { north } = service.people;
  await seedMapping(db, north, lists, values, { specialtyDependsOnDegree: true });
  const none = { facilityValueId: null, degreeValueId: null, specialtyValueId: null, shiftValueId: null };
  const job = (id: number, over: object) => ({
    collection: 'job' as const,
    row: aJob({ id, providerJobId: `J${id}`, ...none, ...over }),
    extra: { collected: {} },
  });
  await db
    .transaction()
    .execute((tx) =>
      writeRows(tx, north, [
        { collection: 'source', row: { id: 4, name: 'Medloop West', alias: null, autoPost: false, aliases: [], members: [] } },
        job(1, { facilityValueId: 11, degreeValueId: 13, specialtyValueId: 14 }),
        job(2, { facilityValueId: 12, degreeValueId: 13 }),
        job(3, { facilityValueId: 12, facilityMap: 'E1' }),
        job(4, { facilityValueId: 12, status: 'Closed' }),
      ]),
    );
});
afterAll(() => service.close());

const grid = { cust: 'me', targetId: 1, pageSize: 20, page: 1, mapState: '0', sourceId: 0, sort: '0', name: '-' } as const;
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('the grid of facilities', () => {
  test('lists the rows with most open jobs first, each with its mapped value, its place and its open jobs', async () => {
    const rows = await service.call(listFacilityMap, grid, token);
    expect(rows.map(({ id, jobs }) => [id, jobs])).toEqual([
      [11, 1],
      // A job with a mapping of its own does not count.
      [12, 1],
      [16, 0],
    ]);
    expect(rows[0]).toMatchObject({
      row: 1,
      name: 'MERCY GENERAL HOSP',
      mappedName: 'Mercy General Hospital',
      mappedAddress: '4001 J St',
      source: 'Medloop',
      certainty: 97,
      externalId: 'E1',
      totalPages: 1,
      total: 3,
    });
    expect(rows[1]).toMatchObject({ suggestedName: 'Sutter Medical Center', externalId: null });
  });

  test('is filtered by state, source and part of a name, where % and _ are literal', async () => {
    const ids = async (over: object) => (await service.call(listFacilityMap, { ...grid, ...over }, token)).map(({ id }) => id);
    expect(await ids({ mapState: '1' })).toEqual([11]);
    expect(await ids({ mapState: '2' })).toEqual([12]);
    expect(await ids({ mapState: '4' })).toEqual([16]);
    expect(await ids({ sourceId: 4 })).toEqual([12]);
    expect(await ids({ name: base64('100%') })).toEqual([12]);
    expect(await ids({ name: base64('0%ctr') })).toEqual([]);
    expect(await ids({ name: base64('mercy*') })).toEqual([11]);
    expect(await ids({ name: base64('*hosp') })).toEqual([11]);
    expect(await ids({ pageSize: 1, page: 2, sort: '1' })).toEqual([11]);
    expect((await service.send(listFacilityMap, { ...grid, name: '%%' }, token)).status).toBe(400);
    expect((await service.send(listFacilityMap, { ...grid, mapState: '7' }, token)).status).toBe(400);
  });

  test('is hidden from other customers', async () => {
    const stranger = await service.signIn('stranger');
    expect((await service.send(listFacilityMap, grid, stranger)).status).toBe(404);
    expect((await service.send(listChoices, { cust: 'me', targetId: 1, type: '1' }, stranger)).status).toBe(404);
  });
});

test('the grids of degrees and specialties show text and mapped value, a specialty with its degree', async () => {
  const page = { cust: 'me', target: 1, pageSize: 20, page: 1, mapstate: '0' } as const;
  expect(await service.call(listDegreeMap, page, token)).toMatchObject([
    { degreeName: 'RN', mappedDegreeName: 'Registered Nurse', jobs: 2 },
  ]);
  const ofRn = await service.call(listSpecialtyMap, { ...page, degreeId: 13 }, token);
  expect(ofRn).toMatchObject([{ specialtyName: 'ICU', degreeName: 'RN', mappedDegreeName: 'Registered Nurse' }]);
  expect(await service.call(listSpecialtyMap, { ...page, degreeId: 0 }, token)).toHaveLength(2);
  expect((await service.send(listSpecialtyMap, { ...page, degreeId: 11 }, token)).status).toBe(404);
});

test('choices omit removed values, keep to one degree if specialties depend on it, and are ranked for a job', async () => {
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
  const at = { cust: 'me', targetId: 1 } as const;
  expect(names(await service.call(listChoices, { ...at, type: '1', query: 'mercy' }, token))).toEqual(['Mercy General Hospital']);
  expect(names(await service.call(listChoices, { ...at, type: 'F', s: 'ca', c: 'sacr' }, token))).toHaveLength(2);
  expect(names(await service.call(listDegreeChoices, { cust: 'me', target: 1, type: '3', degreeId: 'E4' }, token))).toEqual([
    'Intensive Care Unit',
  ]);
  expect(await service.call(listDegreeChoices, { cust: 'me', target: 1, type: '3', degreeId: '-1' }, token)).toHaveLength(2);
  const ranked = await service.call(listJobChoices, { ...at, type: '1', jobId: 1, degreeId: '0', facilityId: '0' }, token);
  expect(ranked[0]).toMatchObject({ id: 'E1', name: 'Mercy General Hospital' });
  expect(ranked[0]?.certainty).toBeGreaterThan(90);
  expect(
    (await service.send(listJobChoices, { ...at, type: '1', jobId: 99, degreeId: '0', facilityId: '0' }, token)).status,
  ).toBe(404);
  expect(await service.call(filterFacilities, { ...at, queryfilter: 'me' }, token)).toEqual([]);
  expect(await service.call(filterFacilities, { ...at, queryfilter: 'mer' }, token)).toEqual([
    { id: 11, name: 'MERCY GENERAL HOSP' },
  ]);
});

test('choices of a level or under a parent are those that a device finds', async () => {
  const client = (id: number, name: string, parentId: string | null, over: Partial<AtsValueRow> = {}) =>
    atsValue(id, 'facility', name, { targetId: 2, parentId, ...over });
  const clients = [
    client(21, 'Tide Health', null),
    client(22, 'Bay Hospital', 'E21'),
    client(23, 'Alta Hospital', 'E21', { active: false }),
    client(24, 'Alta East Wing', 'E23'),
    client(25, 'Lost Clinic', 'E999'),
    client(26, 'Circle One', 'E27'),
    client(27, 'Circle Two', 'E26'),
  ];
  const rows = clients.map((row) => ({ collection: 'atsValue' as const, row }));
  const target = { collection: 'target' as const, row: aTarget({ id: 2, name: 'Levels' }), extra: { settings: {} } };
  await service.services.db.transaction().execute((tx) => writeRows(tx, service.people.north, [target, ...rows]));
  const at = { cust: 'me', targetId: 2, type: '1', jobId: 0, degreeId: '0', facilityId: '0' } as const;
  const there = async (part: object) =>
    (await service.call(listJobChoices, { ...at, ...part }, token)).map(({ id }) => id).sort();
  const levels = levelsOf(clients);
  const here = (holds: (row: AtsValueRow) => boolean) =>
    clients.filter((row) => row.active && holds(row)).map(({ extId }) => extId);
  for (const level of [1, 2, 3, 4]) expect(await there({ level })).toEqual(here(({ extId }) => levels.get(extId) === level));
  for (const parentId of ['E21', 'E23', 'E27', 'E25'])
    expect(await there({ parentId })).toEqual(here((row) => isUnder('facility', row, parentId)));
  expect([await there({ level: 1 }), await there({ level: 3 }), await there({ parentId: 'E21' })]).toEqual([
    ['E21', 'E25'],
    ['E24'],
    ['E22'],
  ]);
});

test('counts and reports show open work, without jobs that have a mapping of their own', async () => {
  const counts = await service.call(countMappings, { cust: 'me' }, token);
  expect(counts.find(({ kind }) => kind === 'facility')).toMatchObject({
    texts: 3,
    automatic: 1,
    byPeople: 0,
    unmapped: 1,
    setAside: 1,
    suggested: 1,
    openJobs: 1,
  });
  expect(await service.call(bulkMappingAbility, { cust: 'me' }, token)).toMatchObject({
    canShowMapFacility: true,
    canShowMapSpecialty: true,
  });
  const viewer = await service.signIn('viewer');
  expect(await service.call(bulkMappingAbility, { cust: 'me' }, viewer)).toMatchObject({
    canShowMapFacility: false,
    canShowShift: false,
  });
  expect(await service.call(reportMapSummary, { cust: 'me' }, chief)).toMatchObject([
    { source: 'Medloop', texts: 2, mapped: 1, jobs: 0 },
    { source: 'Medloop West', texts: 1, unmapped: 1, jobs: 1 },
  ]);
  const detail = await service.call(reportMapDetail, { cust: 'me', pageSize: 10, page: 1, name: 'mercy' }, chief);
  expect(detail).toMatchObject({
    total: 1,
    rows: [{ client: 'MERCY GENERAL HOSP', mappedClient: 'Mercy General Hospital', jobs: 1 }],
  });
  expect(await service.call(reportMapSpecialties, { cust: 'me', pageSize: 1, page: 1 }, chief)).toMatchObject({
    total: 2,
    rows: [{ specialty: 'ICU', mappedSpecialty: 'Intensive Care Unit', mappedDegree: 'Registered Nurse' }],
  });
});

test('AI mapping without a model reports the built-in engine, and refuses all jobs if one is another customer’s', async () => {
  const asked = { cust: service.people.north, targetId: 1 } as const;
  const answer = await service.call(aiMapping, { ...asked, ids: [1, 2] }, admin);
  expect(answer).toMatchObject({ engine: 'built-in' });
  expect(answer.results.map(({ id, externalId, jobs }) => [id, externalId, jobs])).toContainEqual([12, 'E2', [2]]);
  expect(answer.results.every((result) => result.mapped === result.certainty >= 95)).toBe(true);
  expect((await service.send(aiMapping, { ...asked, ids: [1, 999] }, admin)).status).toBe(404);
  expect((await service.send(aiMapping, { ...asked, ids: [1] }, chief)).status).toBe(403);
});

describe('sources', () => {
  const id = 3;
  test('are found by their aliases in a feed, and each alias belongs to one source', async () => {
    const aliases = ['Medloop Inc', 'MEDLOOP-USA'];
    expect((await service.send(saveSourceAliases, { id, aliases }, chief)).status).toBe(403);
    await service.call(saveSourceAliases, { id, me: service.people.north, aliases }, admin);
    expect(await service.call(listSourceAliases, { id }, token)).toEqual(aliases);
    const named = await service.services.db.transaction().execute((tx) => sourceNamed(tx, service.people.north, 'medloop-usa'));
    expect(named).toMatchObject({ source: { id }, publications: [] });
    const taken = await service.send(saveSourceAliases, { id: 4, me: service.people.north, aliases: ['medloop inc'] }, admin);
    expect(taken).toMatchObject({ status: 400, body: { fields: { aliases: 'Another source is called “medloop inc” already' } } });
  });

  test('learn only from the group, only for the customer’s own texts, and return ids of its own list', async () => {
    const { db } = service.services;
    const stranger = await service.signIn('stranger');
    const chosen = async () => (await service.send(listGroupChoices, { cust: 'me', targetId: 1 }, token)).body;
    const [own] = await service.call(listFacilityMap, { ...grid, mapState: '2', name: '-' }, token);
    expect(own).toBeDefined();
    const row = (
      await db
        .selectFrom('map_value')
        .select('row')
        .where('id', '=', own?.id ?? 0)
        .executeTakeFirstOrThrow()
    ).row as MapValueRow;
    const list = await db.selectFrom('ats_value').select('row').where('kind', '=', 'facility').execute();
    const value = list[0]?.row as AtsValueRow;
    // Another customer has the value under a different id, and a text that this customer does not have.
    const theirs = { id: 501, targetId: 7, extId: 'X9' };
    const decided = { targetId: 7, mappedId: 'X9', how: 'person' as const, by: 'Kim' };
    const taught = [
      { ...row, ...decided, id: 601 },
      { ...row, ...decided, id: 602, text: 'Their own secret site' },
    ];
    await db.transaction().execute((tx) =>
      writeRows(tx, service.people.south, [
        { collection: 'target', row: aTarget({ id: 7, maps: ['facility'] }), extra: { settings: {} } },
        {
          collection: 'source',
          row: { id: row.sourceId, name: 'Theirs', alias: null, autoPost: false, aliases: [], members: [] },
        },
        { collection: 'atsValue', row: { ...value, ...theirs } },
        ...taught.map((one) => ({ collection: 'mapValue' as const, row: one, extra: { key: `k${one.id}` } })),
      ]),
    );
    expect(await chosen()).toEqual([]);
    await db
      .updateTable('customer')
      .set({ parent_id: service.people.provider })
      .where('id', 'in', [service.people.north, service.people.south])
      .execute();
    expect(await chosen()).toEqual([{ valueId: row.id, externalId: value.extId, times: 1 }]);
    expect((await service.send(listGroupChoices, { cust: service.people.north, targetId: 1 }, stranger)).status).toBe(404);
    await db.updateTable('customer').set({ parent_id: null }).where('id', '=', service.people.south).execute();
    expect(await chosen()).toEqual([]);
  });

  test('group other sources: a filter on one source also shows the rows of the grouped ones', async () => {
    const north = service.people.north;
    await service.call(saveSourceGroup, { id, me: north, ids: [4] }, admin);
    expect(await service.call(listSourceGroup, { id }, token)).toEqual([{ id: 4, name: 'Medloop West', isGrouped: true }]);
    const rows = await service.call(listFacilityMap, { ...grid, sourceId: id }, token);
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([11, 12, 16]));
    expect((await service.send(saveSourceGroup, { id: 4, me: north, ids: [3] }, admin)).status).toBe(400);
    const stranger = await service.signIn('stranger');
    expect((await service.send(listSourceGroup, { id }, stranger)).status).toBe(404);
  });

  test('are saved with a cleaned name by administrators; those who manage tasks can change alias and posting', async () => {
    const saved = await service.call(
      saveSource,
      { id: 0, name: 'New Source #1', alias: 'NS', autoPost: true, me: service.people.north },
      admin,
    );
    expect(saved).toMatchObject({
      name: 'NewSource1',
      alias: 'NS',
      autoPost: true,
      message: 'Special characters and spaces are removed.',
    });
    const same = { id: 4, name: 'Medloop West', autoPost: true, alias: 'West' };
    expect(await service.call(saveSource, same, chief)).toMatchObject({ alias: 'West', message: null });
    expect((await service.send(saveSource, { ...same, name: 'Other' }, chief)).status).toBe(403);
    expect(await service.send(saveSource, { id: 0, name: ' ', me: service.people.north }, admin)).toMatchObject({
      status: 400,
      body: { fields: { name: 'Source Name is required' } },
    });
    expect((await service.call(listAllMapSources, { cust: 'me' }, token)).map(({ name }) => name)).toContain('NewSource1');
  });
});

test('AI mapping asks the provider’s model if the matcher is not certain; the model’s choice is suggested, not mapped', async () => {
  const { db } = service.services;
  const { north } = service.people;
  // A run that an earlier test queued would block this one.
  await db.deleteFrom('run').execute();
  const unsure = aValue(31, 'facility', { text: 'MERCY CLINIC SOUTH', city: 'Sacramento', state: 'CA' });
  const job = aJob({
    id: 5,
    providerJobId: 'J5',
    facilityValueId: 31,
    degreeValueId: null,
    specialtyValueId: null,
    shiftValueId: null,
  });
  await db.transaction().execute((tx) =>
    writeRows(tx, north, [
      { collection: 'mapValue', row: unsure, extra: { key: 'mercy clinic south' } },
      { collection: 'job', row: job, extra: { collected: {} } },
    ]),
  );
  const asked: { messages: { content: string }[] }[] = [];
  const model = createServer((request, response) => {
    request.setEncoding('utf8');
    let text = '';
    request.on('data', (part: string) => (text += part));
    request.on('end', () => {
      const body = JSON.parse(text) as (typeof asked)[number];
      asked.push(body);
      const [first, ...others] = JSON.parse(body.messages[1]?.content ?? '[]') as { text: number; values: { id: string }[] }[];
      const choices = [
        { text: first?.text, value: first?.values.at(-1)?.id ?? null },
        ...others.map((one) => ({ text: one.text, value: 'E-not-offered' })),
      ];
      response.end(JSON.stringify({ choices: [{ message: { content: JSON.stringify({ choices }) } }] }));
    });
  });
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(model.address() as AddressInfo).port}`;
  const { secrets } = service.services;
  const setAi = (ai: Parameters<typeof keepAi>[1]) => db.transaction().execute((tx) => keepAi({ db: tx, secrets }, ai));
  await setAi({ url: `http://${host}/v1`, model: 'local', allow: [host] });
  const answer = await service.call(aiMapping, { cust: north, targetId: 1, ids: [5] }, admin);
  await setAi(null);
  model.close();
  expect(answer).toMatchObject({ engine: 'ai', notice: null });
  const offered = JSON.parse(asked[0]?.messages[1]?.content ?? '[]') as { text: number; values: { id: string }[] }[];
  expect(offered.length).toBeGreaterThan(0);
  const suggested = answer.results.find(({ id }) => id === offered[0]?.text);
  expect(suggested).toMatchObject({ externalId: offered[0]?.values.at(-1)?.id, mapped: false });
  expect(answer.results.every(({ externalId }) => externalId !== 'E-not-offered')).toBe(true);
});
