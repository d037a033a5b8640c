import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadAtsClients } from '#contract/collecting/uploads.ts';
import { saveAtsObject } from '#contract/mapping/reference-lists.ts';
import { type KeptListName, listTargetLists } from '#contract/posting/target-lists.ts';
import { writeRows } from '#server/feed/publish.ts';
import { applyList } from '#server/targets/sync-lists.ts';
import { aTarget } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
let chief: string;
beforeAll(async () => {
  service = await startTestService();
  chief = await service.signIn('chief');
  const settings = { regions: [{ id: '1', name: 'West' }], maintenanceDegree: false };
  await service.services.db.transaction().execute((tx) =>
    writeRows(tx, service.people.north, [
      { collection: 'target', row: aTarget(), extra: { settings } },
      { collection: 'target', row: aTarget({ id: 2, name: 'Other' }), extra: { settings: {} } },
    ]),
  );
});
afterAll(() => service.close());

const keptOf = async (target: number, list: KeptListName) =>
  (await service.call(listTargetLists, { cust: 'me', target }, chief)).kept.find((one) => one.list === list);

test('each list of a target says where its entries come from and whether people keep it in Jobdock', async () => {
  const none = { values: 0, addedHere: 0, uploadedAt: null };
  expect(await keptOf(1, 'facility')).toEqual({ list: 'facility', ...none, isKeptHere: true });
  expect(await keptOf(1, 'degree')).toEqual({ list: 'degree', ...none, isKeptHere: false });
  expect(await keptOf(1, 'region')).toEqual({ list: 'region', values: 1, addedHere: 1, uploadedAt: null, isKeptHere: null });

  const read = {
    extId: 'F1',
    kind: 'facility' as const,
    name: 'Mercy',
    parentId: null,
    address: null,
    city: null,
    state: 'CA',
    zip: null,
  };
  await applyList(service.services.db, service.people.north, 1, 'facility', [read], { from: 'whole' });
  const at = { cust: 'me' as const, target: 1, id: 0 };
  await service.call(saveAtsObject, { ...at, type: '1', externalId: '900', name: 'New Clinic' }, chief);
  expect(await keptOf(1, 'facility')).toMatchObject({ values: 2, addedHere: 1, uploadedAt: null });
  const file = Buffer.from('id,name\nF2,Tide\n');
  expect((await service.call(uploadAtsClients, { cust: 'me', target: 1, file, fileName: 'clients.csv' }, chief)).message).toMatch(
    /^1 added/,
  );
  expect(await keptOf(1, 'facility')).toMatchObject({ values: 3, addedHere: 2, uploadedAt: expect.any(String) });

  await service.call(saveAtsObject, { ...at, type: '5', externalId: '2', name: 'Long-term order' }, chief);
  expect(await keptOf(1, 'orderType')).toEqual({
    list: 'orderType',
    values: 1,
    addedHere: 1,
    uploadedAt: null,
    isKeptHere: null,
  });
  // Another target has lists of its own.
  expect(await keptOf(2, 'facility')).toEqual({ list: 'facility', ...none, isKeptHere: true });
  expect(await keptOf(2, 'orderType')).toMatchObject(none);
});

test('a list that cannot be read from its target was added in Jobdock, whatever its entries say', async () => {
  const facility = { id: 900, targetId: 3, kind: 'facility' as const, extId: 'C1', name: 'Tide', parentId: null, active: true };
  await service.services.db.transaction().execute((tx) =>
    writeRows(tx, service.people.north, [
      { collection: 'target', row: aTarget({ id: 3, typeId: 22, name: 'Crelate' }), extra: { settings: {} } },
      { collection: 'atsValue', row: { ...facility, address: null, city: null, state: null, zip: null } },
    ]),
  );
  expect(await keptOf(3, 'facility')).toMatchObject({ values: 1, addedHere: 1 });
});
