import { afterAll, beforeAll, expect, test } from 'vitest';
import { listRegions, readOfferingCities, readOfferingData, readPlainData } from '#contract/mapping/facility-add.ts';
import { readTargetMaintenance } from '#contract/reports/map-reports.ts';
import { writeRows } from '#server/feed/publish.ts';
import { aTarget } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
let chief: string;
let recruiter: string;
let stranger: string;

/** A list in the format of a target's settings. */
const listed = (...names: string[]) => names.map((Name, i) => ({ ID: String(i + 1), Name }));
const answered = (list: ReturnType<typeof listed>) => list.map(({ ID, Name }) => ({ id: ID, name: Name }));
const plain = { regions: listed('West', 'East'), statuses: listed('Active'), maintenanceShift: false };
const offering = {
  facilityStyle: 'offering',
  jobTypes: listed('Travel'),
  offerings: listed('Nursing'),
  subOfferings: listed('ICU'),
  clientTypes: listed('Hospital'),
  vendorSystems: listed('Medloop'),
  statuses: listed('Open'),
  cities: { NV: ['Reno', 'Elko'] },
};

beforeAll(async () => {
  service = await startTestService();
  await service.services.db.transaction().execute((tx) =>
    writeRows(tx, service.people.north, [
      { collection: 'target', row: aTarget({ id: 1, typeId: 4, name: 'Plain' }), extra: { settings: plain } },
      { collection: 'target', row: aTarget({ id: 2, typeId: 4, name: 'LaborEdge' }), extra: { settings: offering } },
    ]),
  );
  [chief, recruiter, stranger] = await Promise.all([
    service.signIn('chief'),
    service.signIn('recruiter'),
    service.signIn('stranger'),
  ]);
});
afterAll(() => service.close());

const at = { cust: 'me' } as const;

test('a target has its regions, or none', async () => {
  expect(await service.call(listRegions, { ...at, targetId: 1 }, recruiter)).toEqual(answered(plain.regions));
  expect(await service.call(listRegions, { ...at, targetId: 2 }, recruiter)).toEqual([]);
  expect((await service.send(listRegions, { ...at, targetId: 3 }, recruiter)).status).toBe(404);
  expect((await service.send(listRegions, { ...at, targetId: 1 }, stranger)).status).toBe(404);
});

test('plain and offering forms get their choices; a customer without such a target gets 404', async () => {
  expect(await service.call(readPlainData, at, recruiter)).toEqual({
    style: 'plain',
    regions: answered(plain.regions),
    statuses: answered(plain.statuses),
  });
  const { facilityStyle: style, cities: _, ...lists } = offering;
  const answeredLists = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, answered(list)]));
  expect(await service.call(readOfferingData, at, recruiter)).toEqual({ style, ...answeredLists, cities: [], warning: null });
  for (const call of [readPlainData, readOfferingData]) expect((await service.send(call, at, stranger)).status).toBe(404);
});

test('cities of a state come with a warning if the requested city is not among them', async () => {
  const ask = (state: string, city: string) => service.call(readOfferingCities, { ...at, state, city }, recruiter);
  expect(await ask('nv', 'RENO')).toMatchObject({ cities: ['Reno', 'Elko'], warning: null });
  expect(await ask('NV', 'Tonopah')).toMatchObject({
    cities: ['Reno', 'Elko'],
    warning: 'LaborEdge knows no city Tonopah in NV. Please try another city.',
  });
  // A state without listed cities is no mistake.
  expect(await ask('CA', 'Sacramento')).toMatchObject({ cities: [], warning: null });
  expect((await service.send(readOfferingCities, { ...at, state: 'NV', city: 'Reno' }, stranger)).status).toBe(404);
});

test('which lists can be maintained by hand depends on the target’s settings and the right to write to it', async () => {
  const asked = { ...at, targetId: 1 } as const;
  expect(await service.call(readTargetMaintenance, asked, chief)).toMatchObject({
    canMaintainFacility: true,
    canMaintainShift: false,
    style: 'plain',
  });
  expect(await service.call(readTargetMaintenance, asked, recruiter)).toMatchObject({ canMaintainFacility: false });
  expect((await service.send(readTargetMaintenance, { ...at, targetId: 3 }, chief)).status).toBe(404);
});
