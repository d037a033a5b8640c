import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveExternalShift } from '#contract/mapping/external-shifts.ts';
import { saveAtsObject } from '#contract/mapping/reference-lists.ts';
import { savePaySettings } from '#contract/rules/pay.ts';
import { writeRows } from '#server/feed/publish.ts';
import { aTarget } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const { north } = service.people;
  await service.services.db
    .transaction()
    .execute((tx) => writeRows(tx, north, [{ collection: 'target', row: aTarget({ id: 1 }), extra: { settings: {} } }]));
});
afterAll(() => service.close());

const entry = { cust: 'me', target: 1, ID: 0, External_ID: 'X1', ObjectName: 'Nights' } as const;

test('a recruiter, who maps everything, changes neither the lists of the ATS nor the pay setup', async () => {
  const recruiter = await service.signIn('recruiter');
  const refusals = await Promise.all([
    service.send(saveExternalShift, entry, recruiter),
    service.send(saveAtsObject, { ...entry, type: '2' }, recruiter),
    service.send(saveAtsObject, { ...entry, type: '11' }, recruiter),
    service.send(
      savePaySettings,
      { id: service.people.north, cust: 'me', CalcType: 1, RegularPayRate: 30, HoursPerWeek: 36 },
      recruiter,
    ),
  ]);
  expect(refusals.map(({ status, body }) => [status, (body as { needs: string }).needs])).toEqual([
    [403, 'lists.write'],
    [403, 'lists.write'],
    [403, 'vendors.write'],
    [403, 'pay.write'],
  ]);
});

test('each right opens its own lists only', async () => {
  const { db } = service.services;
  await db
    .updateTable('app_user')
    .set({ rights: [31] })
    .where('id', '=', service.people.viewer)
    .execute();
  const keeper = await service.signIn('viewer');
  expect((await service.send(saveAtsObject, { ...entry, type: '11' }, keeper)).status).toBe(200);
  expect((await service.send(saveAtsObject, { ...entry, type: '2' }, keeper)).status).toBe(403);
});

test('who could change targets before still keeps lists and pay', async () => {
  const chief = await service.signIn('chief');
  expect((await service.send(saveAtsObject, { ...entry, type: '10' }, chief)).status).toBe(200);
  expect((await service.send(saveExternalShift, { ...entry, External_ID: 'X2' }, chief)).status).toBe(200);
});
