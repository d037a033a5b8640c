import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDegreeMap, listShiftMap } from '#contract/mapping/mapping-grids.ts';
import { autoMapSpecialties, clearAutoMappedFacilities, readMapRun } from '#contract/mapping/mapping-runs.ts';
import { reportMapDegrees, reportMapShifts } from '#contract/reports/map-reports.ts';
import { aValue } from '#tests/support/factories/job-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { atsValue, seedMapping } from '#tests/support/worlds/mapping-world.ts';
import { mapJobs } from '../runs/map-jobs.ts';

let service: TestService;
let chief: string;
let viewer: string;
let stranger: string;
const at = { cust: 'me', pageSize: 100, page: 1 } as const;
const shifts = { ...at, target: 1 } as const;

beforeAll(async () => {
  service = await startTestService();
  await seedMapping(
    service.services.db,
    service.people.north,
    [
      atsValue(1, 'facility', 'Mercy General Hospital'),
      atsValue(4, 'degree', 'Registered Nurse'),
      atsValue(5, 'degree', 'Physical Therapist'),
      atsValue(8, 'shift', 'Nights 12h'),
    ],
    [
      aValue(11, 'facility', { text: 'MERCY GEN', mappedId: 'E1', how: 'auto', certainty: 97 }),
      aValue(12, 'facility', { text: 'MERCY', mappedId: 'E1', how: 'person', by: 'Ann' }),
      aValue(13, 'degree', { text: 'Registered Nurse' }),
      aValue(14, 'degree', { text: 'PT', mappedId: 'E5', how: 'person', by: 'Ann' }),
      aValue(17, 'shift', { text: '7p-7a', mappedId: 'E8', how: 'person', by: 'Ann' }),
      aValue(18, 'shift', { text: 'Days' }),
    ],
  );
  [chief, viewer, stranger] = await Promise.all([service.signIn('chief'), service.signIn('viewer'), service.signIn('stranger')]);
});
afterAll(() => service.close());

async function finished(runId: number): Promise<{ state: string; changed: number }> {
  await runJobs(service.services.db, mapJobs(service.services));
  return service.call(readMapRun, { cust: 'me', id: runId }, chief);
}

test('shifts are listed with their mapped values: all, mapped or unmapped ones', async () => {
  const textsOf = async (mapstate: '0' | '1' | '2') =>
    (await service.call(listShiftMap, { ...shifts, mapstate }, chief)).map(({ shiftName }) => shiftName);
  const [all, one, other] = [await textsOf('0'), await textsOf('1'), await textsOf('2')];
  expect(all.sort()).toEqual(['7p-7a', 'Days']);
  expect([...one, ...other].sort()).toEqual(all);
  const [mapped] = (await service.call(listShiftMap, { ...shifts, mapstate: '0' }, chief)).filter(
    ({ shiftName }) => shiftName === '7p-7a',
  );
  expect(mapped).toMatchObject({ shiftExternalId: 'E8', mappedShiftName: 'Nights 12h' });
  expect(await service.send(listShiftMap, { ...shifts, mapstate: '9' }, chief)).toMatchObject({ status: 400 });
  expect((await service.send(listShiftMap, { ...shifts, target: 4711, mapstate: '0' }, chief)).status).toBe(404);
});

test('the reports of degrees and shifts list every text, one page at a time', async () => {
  expect(await service.call(reportMapShifts, at, chief)).toMatchObject({
    total: 2,
    rows: expect.arrayContaining([
      expect.objectContaining({ shift: '7p-7a', mappedShift: 'Nights 12h' }),
      expect.objectContaining({ shift: 'Days', mappedShift: null }),
    ]),
  });
  const page = await service.call(reportMapDegrees, { ...at, pageSize: 1 }, chief);
  expect(page).toMatchObject({ total: 2, rows: [{ jobs: 0 }] });
  expect((await service.call(reportMapDegrees, at, chief)).rows).toContainEqual(
    expect.objectContaining({ degree: 'PT', mappedDegree: 'Physical Therapist' }),
  );
  for (const call of [reportMapDegrees, reportMapShifts]) expect((await service.send(call, at, stranger)).status).toBe(404);
});

test('automatic mapping of degrees maps certain matches, and clearing keeps what a person mapped', async () => {
  const target = { cust: 'me', targetId: 1 } as const;
  expect(await service.call(listDegreeMap, { ...shifts, mapstate: '0' }, chief)).toHaveLength(2);
  const mapping = await service.call(autoMapSpecialties, target, chief);
  expect(await finished(mapping.id)).toMatchObject({ state: 'done', changed: 1 });
  expect((await service.call(reportMapDegrees, at, chief)).rows).toContainEqual(
    expect.objectContaining({ degree: 'Registered Nurse', mappedDegree: 'Registered Nurse' }),
  );

  const clearing = await service.call(clearAutoMappedFacilities, target, chief);
  expect(await finished(clearing.id)).toMatchObject({ state: 'done', changed: 1 });
  const facilities = await service.services.db
    .selectFrom('map_value')
    .select(['id', 'row'])
    .where('id', 'in', [11, 12])
    .orderBy('id')
    .execute();
  expect(facilities.map(({ row }) => (row as { mappedId: string | null }).mappedId)).toEqual([null, 'E1']);

  for (const call of [autoMapSpecialties, clearAutoMappedFacilities]) {
    expect((await service.send(call, { ...target, targetId: 4711 }, chief)).status).toBe(404);
    expect((await service.send(call, target, viewer)).status).toBe(403);
  }
});
