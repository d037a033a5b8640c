import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { listJobChoices } from '#contract/mapping/choices.ts';
import { listExternalShifts, saveExternalShift } from '#contract/mapping/external-shifts.ts';
import { readMapRun } from '#contract/mapping/mapping-runs.ts';
import { listOrderTypes, listSourceOrderTypes, saveSourceOrderType } from '#contract/mapping/order-types.ts';
import { commitPremap, readPremap, readPremapFile } from '#contract/mapping/premap.ts';
import {
  atsObjectSorts,
  listAtsObjects,
  saveAtsObject,
  uploadAtsContacts,
  uploadAtsDegreeSpecialties,
} from '#contract/mapping/reference-lists.ts';
import { listSharedFacilities, saveSharedFacility, sharedFacilitySorts } from '#contract/mapping/shared-facilities.ts';
import { listSpecialtyDegrees, saveSpecialtyDegree } from '#contract/mapping/specialty-degrees.ts';
import { writeRows } from '#server/feed/publish.ts';
import { sendFile } from '#tests/contract/send-file.ts';
import { aTarget, aValue } from '#tests/support/factories/job-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { atsValue, seedMapping } from '#tests/support/worlds/mapping-world.ts';
import { mapJobs } from '../runs/map-jobs.ts';

let service: TestService;
let chief: string;
let admin: string;
let stranger: string;

beforeAll(async () => {
  service = await startTestService();
  [chief, admin, stranger] = await Promise.all([
    service.signIn('chief'),
    service.signIn('administrator'),
    service.signIn('stranger'),
  ]);
  const { db } = service.services;
  const { north } = service.people;
  await seedMapping(
    db,
    north,
    [
      atsValue(1, 'facility', 'Mercy General Hospital', { city: 'Sacramento', state: 'CA' }),
      atsValue(2, 'degree', 'Registered Nurse'),
      atsValue(3, 'specialty', 'Intensive Care Unit'),
    ],
    [
      aValue(11, 'facility', { text: 'Quiet Harbor Clinic' }),
      aValue(12, 'degree', { text: 'RN' }),
      aValue(13, 'specialty', { text: 'ICU', within: 'RN' }),
    ],
  );
  await db.transaction().execute(async (tx) => {
    await writeRows(tx, north, [
      {
        collection: 'target',
        row: aTarget({ id: 1, maps: ['facility', 'degree', 'specialty'] }),
        extra: { settings: {} },
      },
      { collection: 'target', row: aTarget({ id: 2, typeId: 4, name: 'Plain', maps: [] }), extra: { settings: {} } },
    ]);
  });
});
afterAll(async () => {
  await service.close();
});

const upload = (endpoint: Endpoint, path: Record<string, string>, text: string, token = chief) =>
  sendFile(service, endpoint, path, text, token);

const at = { target: 1, cust: 'me' } as const;
const page = { ...at, pageSize: 20, page: 1 } as const;

describe('reference lists', () => {
  test('accept new entries and changes, keep fields that are not sent, and hide removed entries', async () => {
    const added = await service.call(
      saveAtsObject,
      { ...at, type: '1', id: 0, externalId: '900', name: 'New Clinic', cityOrStart: 'Reno', stateOrEnd: 'NV', region: 'West' },
      chief,
    );
    expect(added).toMatchObject({ externalId: '900', cityOrStart: 'Reno', region: 'West', isDeleted: false });
    const changed = await service.call(
      saveAtsObject,
      { ...at, type: '1', id: added.id, externalId: '900', name: 'New Clinic Reno' },
      chief,
    );
    expect(changed).toMatchObject({ name: 'New Clinic Reno', cityOrStart: 'Reno', region: 'West' });
    const twin = await service.send(saveAtsObject, { ...at, type: '1', id: 0, externalId: '900', name: 'Other' }, chief);
    expect(twin.status).toBe(409);
    await service.call(
      saveAtsObject,
      { ...at, type: '1', id: added.id, externalId: '900', name: 'New Clinic Reno', isDeleted: true },
      chief,
    );
    expect((await service.call(listAtsObjects, { ...page, type: '1', query: 'new clinic' }, chief)).total).toBe(0);
    expect((await service.call(listAtsObjects, { ...page, type: '1', removed: 1 }, chief)).rows).toHaveLength(1);
  });

  test('sort by any column of their screen, in both directions, with unknown values last', async () => {
    const msp = { ...at, type: '11', id: 0 } as const;
    for (const [id, name, region] of [
      ['2', 'beacon', 'West'],
      ['1', 'Anchor', ''],
      ['3', 'Compass', 'east'],
    ] as const)
      await service.call(saveAtsObject, { ...msp, externalId: id, name, ...(region && { region }) }, chief);
    const ids = async (sort: string) => {
      const { status, body } = await service.send(listAtsObjects, { ...page, type: '11', sort }, chief);
      return status === 200 ? (body as { rows: { externalId: string }[] }).rows.map((row) => row.externalId).join('') : status;
    };
    expect([await ids('name'), await ids('-name'), await ids('externalId')]).toEqual(['123', '321', '123']);
    expect([await ids('region'), await ids('-region')]).toEqual(['321', '123']);
    for (const type of ['1', '3', '4', '11'] as const)
      for (const sort of atsObjectSorts)
        expect((await service.send(listAtsObjects, { ...page, type, sort: `-${sort}` }, chief)).status).toBe(200);
    expect(await ids('detail')).toBe(400);
  });

  test('show a client’s parent, keep it when other fields change, and filter choices by level and parent', async () => {
    const client = { ...at, type: '1', id: 0 } as const;
    await service.call(saveAtsObject, { ...client, externalId: 'T1', name: 'Tide Health' }, chief);
    const part = { ...client, externalId: 'T2', name: 'Tide Clinic' };
    const unknown = await service.send(saveAtsObject, { ...part, clientExternalId: 'T9' }, chief);
    expect(unknown).toMatchObject({
      status: 400,
      body: { fields: { clientExternalId: 'The ATS lists no client with the id T9' } },
    });
    const { id } = await service.call(saveAtsObject, { ...part, clientExternalId: 'T1' }, chief);
    expect((await service.send(saveAtsObject, { ...part, id, clientExternalId: 'T2' }, chief)).status).toBe(400);
    expect(await service.call(saveAtsObject, { ...part, id, cityOrStart: 'Reno' }, chief)).toMatchObject({
      cityOrStart: 'Reno',
      clientExternalId: 'T1',
      clientName: 'Tide Health',
    });
    const choose = async (more: { level?: number; parentId?: string }) =>
      (
        await service.call(
          listJobChoices,
          { ...at, targetId: 1, type: '1', jobId: 0, degreeId: '0', facilityId: '0', query: 'Tide', ...more },
          chief,
        )
      ).map((one) => [one.externalId, one.parentExternalId]);
    expect(await choose({ level: 1 })).toEqual([['T1', null]]);
    expect(await choose({ level: 2 })).toEqual([['T2', 'T1']]);
    expect(await choose({ parentId: 'T1' })).toEqual([['T2', 'T1']]);
    expect(await choose({ parentId: 'T2' })).toEqual([]);
  });

  test('refer only to values of the same target, and are hidden from other customers', async () => {
    const wrong = { ...at, type: '3', id: 0, externalId: '901', name: 'Burn', degreeExternalId: 'E99' };
    expect(await service.send(saveAtsObject, wrong, chief)).toMatchObject({
      status: 400,
      body: { fields: { degreeExternalId: 'The ATS has no degree with the id E99' } },
    });
    expect((await service.send(saveAtsObject, wrong, stranger)).status).toBe(404);
    expect((await service.send(listAtsObjects, { ...page, type: '1' }, stranger)).status).toBe(404);
    expect((await service.send(listSpecialtyDegrees, { targetId: 1 }, stranger)).status).toBe(404);
  });

  test('of contacts load row by row: rejected rows get a problem and a remedy, the others are stored', async () => {
    const text = 'id,name,clientId\nC1,Ann Reyes,E1\nC2,,E1\nC3,Ben Cole,E99\nC4,Cho Lin,\n';
    const { status, body } = await upload(uploadAtsContacts, { target: '1', cust: 'me' }, text);
    expect({ status, body }).toMatchObject({ status: 200, body: { added: 2, changed: 0, same: 0 } });
    expect(body['refused']).toMatchObject([
      { row: 2, problems: [{ field: 'name', problem: 'The name is empty.' }] },
      { row: 3, problems: [{ value: 'E99', remedy: 'Add the client first, or leave its cell empty.' }] },
    ]);
    const again = await upload(
      uploadAtsContacts,
      { target: '1', cust: 'me' },
      'id,name,clientId\nC1,Ann R. Reyes,E1\nC4,Cho Lin,\n',
    );
    expect(again.body).toMatchObject({ added: 0, changed: 1, same: 1 });
    const listed = await service.call(listAtsObjects, { ...page, type: '8', query: 'ann' }, chief);
    expect(listed.rows).toMatchObject([{ name: 'Ann R. Reyes', clientName: 'Mercy General Hospital' }]);
    expect((await upload(uploadAtsContacts, { target: '1', cust: 'me' }, 'a,b\n1,2\n')).status).toBe(400);
  });

  test('of degrees with their specialties fill both lists', async () => {
    const text = 'degree,specialty\nLPN,Long Term Care\nLPN,Wound Care\nCNA,Long Term Care\n';
    const { body } = await upload(uploadAtsDegreeSpecialties, { target: '1', cust: 'me' }, text);
    expect(body).toMatchObject({ added: 5, refused: [] });
    const pairs = await service.call(listSpecialtyDegrees, { targetId: 1 }, chief);
    expect(pairs.filter(({ specialtyName }) => specialtyName === 'Long Term Care').map((pair) => pair.degreeName)).toEqual(
      expect.arrayContaining(['LPN', 'CNA']),
    );
    await service.call(saveSpecialtyDegree, { specExtId: 'E3', targetId: 1, degreeExternalId: 'E2' }, chief);
    expect(await service.call(listSpecialtyDegrees, { targetId: 1 }, chief)).toContainEqual(
      expect.objectContaining({ specialtyExternalId: 'E3', degreeName: 'Registered Nurse' }),
    );
    expect(
      (await service.send(saveSpecialtyDegree, { specExtId: 'E3', targetId: 1, degreeExternalId: 'E99' }, chief)).status,
    ).toBe(400);
  });

  test('of shifts hold times and hours, reject an invalid time, and return id -1 for a removed one', async () => {
    const shift = {
      cust: 'me',
      target: 1,
      id: 0,
      externalId: 'N12',
      name: 'Nights 12h',
      starts: '19:00',
      ends: '07:00',
      hoursPerWeek: 36,
    } as const;
    const saved = await service.call(saveExternalShift, shift, chief);
    expect(saved).toMatchObject({ starts: '19:00', hoursPerWeek: 36, message: 'Shift saved' });
    expect((await service.send(saveExternalShift, { ...shift, id: saved.id, starts: '7 pm' }, chief)).status).toBe(400);
    expect(await service.call(listExternalShifts, { cust: 'me', target: 1, pageSize: 10, page: 1 }, chief)).toMatchObject([
      { name: 'Nights 12h', total: 1 },
    ]);
    expect(await service.call(saveExternalShift, { ...shift, id: saved.id, isDeleted: true }, chief)).toMatchObject({
      id: -1,
      message: 'Shift deleted',
    });
  });

  test('of order types assign one type to each source', async () => {
    await service.call(saveAtsObject, { ...at, type: '5', id: 0, externalId: '2', name: 'Long-term order' }, chief);
    expect(await service.call(listOrderTypes, { type: '5', targetId: 1 }, chief)).toEqual([
      { externalId: '2', name: 'Long-term order' },
    ]);
    const choose = { orderType: '5', targetId: 1, rowId: 3, externalId: '2' } as const;
    await service.call(saveSourceOrderType, choose, chief);
    const rows = () => service.call(listSourceOrderTypes, { orderType: '5', targetId: 1 }, chief);
    expect(await rows()).toEqual([{ id: 3, source: 'Medloop', orderTypeExternalId: '2', orderTypeName: 'Long-term order' }]);
    expect((await service.send(saveSourceOrderType, { ...choose, externalId: '9' }, chief)).status).toBe(400);
    await service.call(saveSourceOrderType, { ...choose, externalId: '-1' }, chief);
    expect(await rows()).toMatchObject([{ orderTypeExternalId: null }]);
  });

  test('of shared facilities can be read by everyone and changed by administrators', async () => {
    const saved = await service.call(
      saveSharedFacility,
      { id: 0, name: 'Harbor View', city: 'Seattle', state: 'WA', country: 'US' },
      admin,
    );
    await service.call(saveSharedFacility, { id: saved.id, name: 'Harborview', city: 'Seattle', state: 'WA' }, admin);
    expect(
      await service.call(listSharedFacilities, { pageSize: 10, page: 1, query: 'harb', state: 'wa' }, stranger),
    ).toMatchObject({ total: 1, rows: [{ name: 'Harborview' }] });
    await service.call(saveSharedFacility, { id: 0, name: 'Albion', city: 'Tacoma' }, admin);
    const named = async (sort: (typeof sharedFacilitySorts)[number] | '-city') =>
      (await service.call(listSharedFacilities, { pageSize: 10, page: 1, sort }, stranger)).rows.map(({ name }) => name);
    expect([await named('name'), await named('city'), await named('-city')]).toEqual([
      ['Albion', 'Harborview'],
      ['Harborview', 'Albion'],
      ['Albion', 'Harborview'],
    ]);
    for (const sort of sharedFacilitySorts) expect(await named(sort)).toHaveLength(2);
    expect((await service.send(saveSharedFacility, { id: 9999, name: 'Nowhere' }, admin)).status).toBe(404);
  });
});

describe('the premap', () => {
  test('is read row by row, rejected as a whole while a line is wrong, then stored and mapped as a run', async () => {
    const text =
      'jrDegree,jrSpecialty,atsDegree,atsSpecialty,exclude\nRN,ICU,Registered Nurse,Intensive Care Unit,\nRN,,Registered Nurse,,\nSitter,,,,x\nPT,,Physiotherapist,,\n';
    const { body } = await upload(readPremapFile, { targetId: '1' }, text);
    expect(body).toMatchObject({ hasErrors: true, message: '4 rows, 1 to fix' });
    const lines = body['fullLst'] as { problem: string | null }[];
    expect(lines[3]).toMatchObject({ isAtsDegreeCorrect: false, problem: 'The ATS has no degree “Physiotherapist”.' });
    expect(await service.send(commitPremap, { lines }, chief)).toMatchObject({
      status: 400,
      body: { fields: { 'lines.3': lines[3]?.problem } },
    });
    const committed = await service.call(commitPremap, { lines: lines.slice(0, 3) }, chief);
    expect(committed).toMatchObject({ hasErrors: false, message: '3 rows kept' });
    await runJobs(service.services.db, mapJobs(service.services));
    expect(await service.call(readMapRun, { cust: 'me', id: committed.runId ?? 0 }, chief)).toMatchObject({
      state: 'done',
      changed: 2,
    });
    expect((await service.call(readPremap, { targetId: 1 }, chief)).fullLst).toHaveLength(3);
    expect((await service.send(readPremap, { targetId: 1 }, stranger)).status).toBe(404);
  });
});
