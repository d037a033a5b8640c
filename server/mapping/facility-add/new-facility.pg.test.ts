import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addFacility,
  findParentClient,
  readPicklist,
  readRecruitingData,
  searchParentClients,
} from '#contract/mapping/facility-add.ts';
import { findAtsClient } from '#contract/mapping/reference-lists.ts';
import type { MapValueRow } from '#contract/rows/rows.ts';
import { type BullhornDouble, createBullhornDouble, doubleCredentials } from '#server/demo/bullhorn/bullhorn-double.ts';
import { writeRows } from '#server/feed/publish.ts';
import { targetSecret } from '#server/targets/open-target.ts';
import { aTarget, aValue } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { atsValue, seedMapping } from '#tests/support/worlds/mapping-world.ts';

let service: TestService;
let chief: string;
let double: BullhornDouble;

beforeAll(async () => {
  double = createBullhornDouble({ facilities: 30 });
  await new Promise<void>((resolve) => void double.server.listen(0, '127.0.0.1', resolve));
  const { port } = double.server.address() as AddressInfo;
  const bullhornDoubleUrl = `http://127.0.0.1:${port}`;
  service = await startTestService({ bullhornDoubleUrl });
  chief = await service.signIn('chief');
  const { db, secrets } = service.services;
  const { north } = service.people;
  await seedMapping(
    db,
    north,
    [atsValue(1, 'facility', 'Mercy General Hospital', { city: 'Sacramento', state: 'CA' })],
    [aValue(11, 'facility', { text: 'Quiet Harbor Clinic' })],
  );
  const { username, password, clientId, clientSecret } = doubleCredentials;
  const settings = { loginInfoUrl: `${bullhornDoubleUrl}/rest-services/loginInfo`, username, clientId, ownerId: 1, contactId: 2 };
  const regions = [{ ID: 'West', Name: 'West' }];
  await db.transaction().execute(async (tx) => {
    await secrets.put(tx, targetSecret(north, 1, 'password'), password);
    await secrets.put(tx, targetSecret(north, 1, 'clientSecret'), clientSecret);
    await writeRows(tx, north, [
      {
        collection: 'target',
        row: aTarget({ id: 1, maps: ['facility', 'degree', 'specialty'] }),
        extra: { settings: { ...settings, regions } },
      },
      { collection: 'target', row: aTarget({ id: 2, typeId: 4, name: 'Plain', maps: [] }), extra: { settings: {} } },
    ]);
  });
});
afterAll(async () => {
  await service.close();
  double.server.close();
});

describe('a new facility', () => {
  const form = { cust: 'me', targetId: 1, name: 'Quiet Harbor Clinic', state: 'WA', city: 'Seattle' } as const;
  const whole = { ...form, region: 'West', contactFirstName: 'Ann', customFields: { customText1: 'Acute' } };

  test('requires the fields of its target', async () => {
    const { status, body } = await service.send(addFacility, form, chief);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        fields: {
          form: 'Required fields are not populated. Please check.',
          region: 'Choose the region',
          'customFields.customText1': 'Fill in Segment',
        },
      },
    });
    expect(await service.call(readRecruitingData, { cust: 'me' }, chief)).toMatchObject({
      state: 'ready',
      regions: [{ id: 'West' }],
      fields: [{ name: 'customText1', required: true }],
    });
    expect(
      await service.call(readPicklist, { cust: 'me', entity: 'ClientCorporation', field: 'customText1' }, chief),
    ).toHaveLength(2);
  });

  test('is added to the ATS with its contact, listed and mapped at once; a second one is a duplicate unless overridden', async () => {
    const made = await service.call(addFacility, { ...whole, valueId: 11 }, chief);
    expect(made).toMatchObject({ name: 'Quiet Harbor Clinic', mapped: true, message: 'Saved' });
    expect(double.records.clients.at(-1)).toMatchObject({
      id: Number(made.externalId),
      name: 'Quiet Harbor Clinic',
      customText1: 'Acute',
    });
    expect(double.records.contacts.at(-1)).toMatchObject({ firstName: 'Ann' });
    const row = await service.services.db.selectFrom('map_value').select('row').where('id', '=', 11).executeTakeFirstOrThrow();
    expect((row.row as MapValueRow).mappedId).toBe(made.externalId);
    const again = await service.send(addFacility, whole, chief);
    expect(again).toMatchObject({
      status: 409,
      body: { current: { message: 'Duplicate client', clients: [{ externalId: made.externalId }] } },
    });
    expect((await service.call(addFacility, { ...whole, override: true }, chief)).externalId).not.toBe(made.externalId);
  });

  test('whose confirmation was lost is looked up and used: one client in the ATS, listed and mapped', async () => {
    double.faults.push('drop-after-create');
    const before = double.records.clients.length;
    const made = await service.call(addFacility, { ...whole, name: "Lost O'Clinic", valueId: 11 }, chief);
    expect(made).toMatchObject({ name: "Lost O'Clinic", mapped: true, message: expect.stringContaining('did not confirm') });
    expect(double.records.clients.at(-1)).toMatchObject({ id: Number(made.externalId), name: "Lost O'Clinic" });
    expect(double.records.clients.length).toBe(before + 1);
  });

  test('that the ATS neither confirms nor lists yet is a conflict that offers nothing; a repeated call finds it and adds no second one', async () => {
    const { clients } = double.records;
    const before = clients.length;
    double.faults.push('drop-after-create', 'drop-look-up');
    const lost = await service.send(addFacility, { ...whole, name: 'Late Clinic' }, chief);
    expect(lost.status).toBe(409);
    expect((lost.body as { current: object }).current).toEqual({
      message: expect.stringMatching(/not known whether Bullhorn added the client.*Try again/),
    });
    const again = await service.send(addFacility, { ...whole, name: 'Late Clinic' }, chief);
    const id = String(clients.at(-1)?.id);
    expect(again).toMatchObject({ status: 409, body: { current: { clients: [{ externalId: id }] } } });
    expect(clients.length).toBe(before + 1);
    const used = await service.call(addFacility, { ...whole, name: 'Late Clinic', existingId: id, valueId: 11 }, chief);
    expect(used).toMatchObject({ externalId: id, name: 'Late Clinic', mapped: true });
    expect(clients.length).toBe(before + 1);
    expect((await service.send(addFacility, { ...whole, existingId: '99999999' }, chief)).status).toBe(404);
  });

  test('for a target that stores no clients gets a generated id', async () => {
    const made = await service.call(addFacility, { ...form, targetId: 2 }, chief);
    expect(made.externalId).toMatch(/^JD-\d+$/);
  });

  test('can have a parent, found by number or by part of its name', async () => {
    const id = String(double.records.clients[0]?.id);
    expect((await service.call(findParentClient, { cust: 'me', id }, chief)).client?.id).toBe(id);
    expect(await service.call(findParentClient, { cust: 'me', id: '99999999' }, chief)).toEqual({
      client: null,
      message: 'No ClientCorporation found with ID 99999999',
    });
    expect(await service.send(findParentClient, { cust: 'me', id: 'abc' }, chief)).toMatchObject({
      status: 400,
      body: { fields: { id: 'Please enter a valid numeric ID' } },
    });
    const found = await service.call(searchParentClients, { cust: 'me', term: 'hospital' }, chief);
    expect(found.data.length).toBeLessThanOrEqual(10);
    expect(found.total).toBeGreaterThanOrEqual(found.data.length);
    expect(await service.call(findAtsClient, { cust: 'me', customerTargetId: 1, clientId: 'E1' }, chief)).toMatchObject({
      name: 'Mercy General Hospital',
    });
    expect((await service.send(findAtsClient, { cust: 'me', customerTargetId: 1, clientId: 'none' }, chief)).status).toBe(404);
  });
});
