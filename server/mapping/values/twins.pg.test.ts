import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTarget, saveTarget } from '#contract/posting/posting.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapValueRow, TargetRow } from '#contract/rows/rows.ts';
import { stageJobs } from '#server/collecting/staging/stage-jobs.ts';
import { writeRows } from '#server/feed/publish.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { twinsWithout } from '#server/posting/target-settings/own-mapping.ts';
import { mappedOfJob } from '#server/rules/ruling/mapped-rows.ts';
import { verdictsAt } from '#server/staging/staging-post-data.ts';
import { aTarget } from '#tests/support/factories/job-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { atsValue, seedMapping } from '#tests/support/worlds/mapping-world.ts';
import { jobsMovedBy, openJobsOf } from './moved-jobs.ts';
import { giveTwins, twinJobs } from './twins.ts';

let service: TestService;
let north: number;
let chief: string;
const reno = { city: 'Reno', state: 'NV', zip: '89501' };
/** Bullhorn's E1 is another facility than Crelate's E1. */
const mercy = 'Mercy General Hospital';
const summit = 'Summit Clinic';

beforeAll(async () => {
  service = await startTestService();
  north = service.people.north;
  chief = await service.signIn('chief');
  const facility = (id: number, targetId: number, extId: string, name: string): AtsValueRow =>
    atsValue(id, 'facility', name, { targetId, extId, address: `${id} Main Street`, ...reno });
  const lists = [
    facility(1, 1, 'E1', mercy),
    facility(2, 1, 'E2', summit),
    facility(3, 2, 'E1', summit),
    facility(4, 2, 'E9', mercy),
  ];
  await seedMapping(db(), north, lists, [], { maps: ['facility'] });
});
afterAll(() => service.close());

const db = () => service.services.db;
type Stated = Parameters<typeof stageJobs>[2][number];
const collect = (...jobs: readonly (readonly [id: string, facility: string])[]) => {
  const place = { customerId: north, taskId: null, sourceId: 3, source: 'Medloop' };
  const blank = { title: 'ICU nurse', status: 'Open', workType: 1, shift: null, shiftStart: null, shiftEnd: null };
  const stated = jobs.map(([providerJobId, facility], at) => {
    return { idDerived: false, extra: {}, record: at, ...blank, ...reno, providerJobId, facility } as unknown as Stated;
  });
  return stageJobs(db(), place, stated, service.services);
};
const texts = () => rowsOf(db(), north, 'mapValue');
const textOf = async (targetId: number, text: string): Promise<MapValueRow> => {
  const found = (await texts()).find((row) => row.targetId === targetId && row.text === text);
  if (!found) throw new Error(`no row of ${text} for target ${targetId}`);
  return found;
};
const write = (...rows: readonly Parameters<typeof writeRows>[2][number][]) =>
  db()
    .transaction()
    .execute((tx) => writeRows(tx, north, rows));
const map = async (row: MapValueRow, mappedId: string) =>
  write({ collection: 'mapValue', row: { ...row, mappedId, how: 'person', certainty: 100 } });
const jobNamed = async (id: string): Promise<JobRow> => {
  const job = (await rowsOf(db(), north, 'job')).find(({ providerJobId }) => providerJobId === id);
  if (!job) throw new Error(`no job ${id}`);
  return job;
};
const crelate = async (): Promise<TargetRow> => {
  const row = (await rowsOf(db(), north, 'target')).find(({ id }) => id === 2);
  if (!row) throw new Error('no target');
  return row;
};
const verdict = async (target: TargetRow, id: string) => {
  const [one] = await verdictsAt(db(), north, { ...target, posting: 'live' }, [(await jobNamed(id)).id], new Date());
  return one?.reasons.map(({ code }) => code);
};

test('texts that were there before get their twins in the background, once, when a target maps for itself', async () => {
  await collect(['T-1', mercy], ['T-2', summit]);
  const row = aTarget({ id: 2, typeId: 22, name: 'Crelate', maps: ['facility'] });
  await write({ collection: 'target', row, extra: { settings: { loginInfoUrl: 'https://app.crelate.com/api3' } } });
  expect((await texts()).map(({ targetId }) => targetId)).toEqual([1, 1]);
  const save = { id: 2, name: 'Crelate', isDisabled: true, mapsItself: true };
  expect(await service.send(saveTarget, save, chief)).toMatchObject({ status: 200 });
  expect(await runJobs(db(), twinJobs(service.services))).toBe(2);
  const [home, twin] = [await textOf(1, mercy), await textOf(2, mercy)];
  expect(home.twins).toEqual({ 2: twin.id });
  expect(twin).toMatchObject({ kind: 'facility', sourceId: 3, ...reno, mappedId: null, suggestedId: 'E9' });
  expect(twin.twins).toBeUndefined();
  expect(await giveTwins(service.services, north, 2)).toBe(0);
  expect(await texts()).toHaveLength(4);
});

test('a new text gets its twin as it is staged, and the same text again none', async () => {
  await collect(['T-3', 'Unheard of place']);
  const [home, twin] = [await textOf(1, 'Unheard of place'), await textOf(2, 'Unheard of place')];
  expect(home.twins).toEqual({ 2: twin.id });
  await collect(['T-4', 'UNHEARD OF  PLACE']);
  expect(await texts()).toHaveLength(6);
  expect((await jobNamed('T-4')).facilityValueId).toBe(home.id);
});

test('an ID of the first target does not count for the other one, also where both list the same ID', async () => {
  const target = { ...(await crelate()), disabled: false };
  await map(await textOf(1, mercy), 'E1');
  expect(await verdict(target, 'T-1')).toEqual(['unmapped_facility']);
  await map(await textOf(2, mercy), 'E9');
  expect(await verdict(target, 'T-1')).toEqual([]);
  const job = await jobNamed('T-1');
  const nameFor = async (of: TargetRow | null) => (await mappedOfJob(db(), north, job, of))(job, 'mappedFacility');
  expect([await nameFor(null), await nameFor(target)]).toEqual([mercy, mercy]);
  // E1 is Summit Clinic in Crelate.
  await map(await textOf(2, mercy), 'E1');
  expect([await nameFor(null), await nameFor(target)]).toEqual([mercy, summit]);
});

test('an override of a job has an ID of the first target, so it says nothing for the other one', async () => {
  const target = { ...(await crelate()), disabled: false };
  const job = await jobNamed('T-2');
  await write({ collection: 'job', row: { ...job, facilityMap: 'E1' } });
  expect(await verdict(aTarget({ id: 1, maps: ['facility'] }), 'T-2')).toEqual([]);
  expect(await verdict(target, 'T-2')).toEqual(['unmapped_facility']);
  await map(await textOf(2, summit), 'E1');
  expect(await verdict(target, 'T-2')).toEqual([]);
});

test('a twin counts the jobs of its text', async () => {
  const [home, twin] = [await textOf(1, summit), await textOf(2, summit)];
  // The only job of the text has a mapping of its own for the first target.
  expect((await openJobsOf(db(), north, 'facility')).get(home.id)).toBeUndefined();
  expect((await openJobsOf(db(), north, 'facility')).get(twin.id)).toBe(1);
  expect((await openJobsOf(db(), north, 'facility', [twin.id])).get(twin.id)).toBe(1);
  expect(await jobsMovedBy(db(), north, [home.id])).toMatchObject({ jobs: 0 });
  expect(await jobsMovedBy(db(), north, [twin.id])).toMatchObject({ jobs: 1 });
});

test('the first target does not map for itself, and another kind of ATS cannot go back to its IDs', async () => {
  const first = { id: 1, name: 'Bullhorn', isDisabled: true, mapsItself: true };
  expect(await service.send(saveTarget, first, chief)).toMatchObject({
    status: 400,
    body: { fields: { mapsItself: expect.stringContaining('mapped to Bullhorn first') } },
  });
  const back = { id: 2, name: 'Crelate', isDisabled: true, mapsItself: false };
  expect(await service.send(saveTarget, back, chief)).toMatchObject({
    status: 400,
    body: { fields: { mapsItself: expect.stringContaining('other IDs than Bullhorn') } },
  });
  expect(await service.call(readTarget, { id: 2 }, chief)).toMatchObject({ mapObjects: 'F' });
});

test('another kind of ATS cannot begin to go by the IDs of the first target, and the first one keeps its mapped values', async () => {
  const admin = await service.signIn('administrator');
  const added = { id: 0, customerId: north, typeId: 22, name: 'Crelate South', isDisabled: true, mapsItself: false };
  expect(await service.send(saveTarget, added, admin)).toMatchObject({
    status: 400,
    body: { fields: { mapsItself: expect.stringContaining('other IDs than') } },
  });
  const emptied = { id: 1, name: 'Bullhorn', isDisabled: true, mapObjects: '' };
  expect(await service.send(saveTarget, emptied, chief)).toMatchObject({
    status: 400,
    body: { fields: { mapObjects: expect.stringContaining('Crelate has other IDs') } },
  });
  // One that had no mapped values begins apart from the first one.
  await write({
    collection: 'target',
    row: aTarget({ id: 900, typeId: 22, name: 'Crelate East', maps: [] }),
    extra: { settings: {} },
  });
  const on = { id: 900, name: 'Crelate East', isDisabled: true, mapObjects: 'F' };
  expect(await service.send(saveTarget, { ...on, mapsItself: false }, chief)).toMatchObject({ status: 400 });
  expect(await service.send(saveTarget, on, chief)).toMatchObject({ status: 200 });
  expect((await rowsOf(db(), north, 'target')).find((row) => row.id === 900)).toMatchObject({ mapsItself: true });
  await runJobs(db(), twinJobs(service.services));
  expect((await textOf(1, mercy)).twins).toEqual({ 2: (await textOf(2, mercy)).id, 900: (await textOf(900, mercy)).id });
});

test('a target that is added beside a mapped one maps for itself, and texts are mapped to it once the first one is gone', async () => {
  const admin = await service.signIn('administrator');
  const added = { id: 0, customerId: north, typeId: 8, name: 'Bullhorn South', isDisabled: true };
  const { id } = await service.call(saveTarget, added, admin);
  expect((await rowsOf(db(), north, 'target')).find((row) => row.id === id)).toMatchObject({ mapsItself: true });
  await write({ collection: 'target', id, removed: true }, { collection: 'target', id: 1, removed: true });
  await collect(['T-5', 'Valley Medical Center']);
  const text = await textOf(2, 'Valley Medical Center');
  expect((await jobNamed('T-5')).facilityValueId).toBe(text.id);
  await map(text, 'E9');
  expect(await verdict({ ...(await crelate()), disabled: false }, 'T-5')).toEqual([]);
});

test('once the first target is gone, its overrides count nowhere, and the texts of the next one get twins for the others', async () => {
  const target = { ...(await crelate()), disabled: false };
  const job = await jobNamed('T-5');
  const text = await textOf(2, 'Valley Medical Center');
  await map(text, 'E9');
  await write({ collection: 'job', row: { ...job, facilityMap: 'E1' } });
  // E1 was Mercy in the target that is gone, and is Summit Clinic here.
  const mapped = async () => (await mappedOfJob(db(), north, await jobNamed('T-5'), target))(job, 'mappedFacilityId');
  expect(await mapped()).toBe('E9');
  await write({ collection: 'mapValue', row: { ...text, mappedId: null } });
  expect(await verdict(target, 'T-5')).toEqual(['unmapped_facility']);

  await collect(['T-6', mercy]);
  const next = await textOf(2, mercy);
  expect((await jobNamed('T-6')).facilityValueId).toBe(next.id);
  await db()
    .transaction()
    .execute((tx) => twinsWithout(tx, north));
  await runJobs(db(), twinJobs(service.services));
  expect((await textOf(2, mercy)).twins).toEqual({ 900: (await textOf(900, mercy)).id });
});
