import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#contract/kit/messages.ts';
import {
  addJrDocument,
  listDocumentMappings,
  listJrDocuments,
  listSubmissionDocuments,
  listTargetDocuments,
  removeDocumentLink,
  removeDocumentMapping,
  saveDocumentLink,
  saveDocumentMapping,
} from '#contract/submissions/documents.ts';
import {
  acceptPairMappings,
  listJrPairs,
  listMappingTargets,
  listPairMappings,
  listTargetPairs,
  proposePairMappings,
  removePairLink,
  removePairMapping,
  savePairLink,
  savePairMapping,
  undoPairMappings,
} from '#contract/submissions/mapping.ts';
import { createLineReader, type LineReader } from '#tests/contract/audit/audit-lines.ts';
import { listed } from '#tests/support/submissions/test-system.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { applyEntries } from '../lists/entry-rows.ts';

let service: TestService;
let reader: LineReader;
let chief: string;
let admin: string;
let north: number;
let source: number;
let target: number;
const ids = new Map<string, number>();
const id = (name: string): number => ids.get(name) ?? 0;

beforeAll(async () => {
  service = await startTestService();
  reader = createLineReader(service);
  [chief, admin] = await Promise.all([service.signIn('chief'), service.signIn('administrator')]);
  north = service.people.north;
  const { db } = service.services;
  const add = async (system_id: number, name: string) =>
    (
      await db
        .insertInto('submission_target')
        .values({ customer_id: north, system_id, name })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  source = await add(8, 'ATS');
  target = await add(61, 'VMS');
  await db.transaction().execute(async (tx) => {
    const place = { customerId: north, objectId: 0 } as const;
    const put = (targetId: number, kind: 'degree' | 'specialty' | 'document', entries: ReturnType<typeof listed>[]) =>
      applyEntries(tx, { ...place, targetId, kind }, entries, { removeOthers: false });
    await put(source, 'degree', [listed('1', 'RN'), listed('2', 'LPN')]);
    await put(source, 'specialty', [
      listed('11', 'ICU', { degreeExtId: '1' }),
      listed('12', 'Med/Surg', { degreeExtId: '1' }),
      listed('13', 'Zzyzx', { degreeExtId: '2' }),
    ]);
    await put(target, 'degree', [listed('R', 'Registered Nurse'), listed('L', 'LPN / LVN')]);
    await put(target, 'specialty', [
      listed('I', 'Intensive Care Unit', { degreeExtId: 'R' }),
      listed('M', 'Medical Surgical', { degreeExtId: 'R' }),
    ]);
    await put(source, 'document', [listed('cv', 'Curriculum vitae'), listed('b', 'BLS')]);
    await put(target, 'document', [listed('RES', 'Resume file'), listed('BLS', 'BLS card')]);
  });
  for (const row of await db.selectFrom('submission_entry').select(['id', 'ext_id', 'target_id']).execute())
    ids.set(`${row.target_id === source ? 's' : 't'} ${row.ext_id}`, row.id);
  for (const row of await db.selectFrom('jr_entry').selectAll().execute()) ids.set(`${row.kind} ${row.name}`, row.id);
});
afterAll(() => service.close());

const pair = () => ({
  cust: 'me',
  sourceId: source,
  targetId: target,
  fromDegree: id('s 1'),
  fromSpecialty: id('s 11'),
  jrDegree: id('degree RN'),
  jrSpecialty: id('specialty ICU'),
  toDegree: id('t R'),
  toSpecialty: id('t I'),
});

test('a mapping needs all six choices, each from its list', async () => {
  for (const key of ['fromDegree', 'fromSpecialty', 'jrDegree', 'jrSpecialty', 'toDegree', 'toSpecialty'])
    expect(await service.send(savePairMapping, { ...pair(), [key]: 0 }, chief), key).toMatchObject({
      status: 400,
      body: { fields: { [key]: expect.stringMatching(/^Choose/) } },
    });
  const wrong = (args: object) => service.send(savePairMapping, { ...pair(), ...args }, chief);
  expect(await wrong({ targetId: source })).toMatchObject({
    status: 400,
    body: { fields: { targetId: messages.destinationIsSource } },
  });
  expect(await wrong({ fromDegree: id('t R') })).toMatchObject({
    status: 400,
    body: { fields: { fromDegree: expect.stringMatching(/no such degree/) } },
  });
  expect(await wrong({ fromDegree: id('s 2') })).toMatchObject({
    status: 400,
    body: { fields: { fromDegree: expect.stringMatching(/another degree/) } },
  });
  expect(await wrong({ jrSpecialty: id('degree RN') })).toMatchObject({ status: 400 });
  expect((await service.call(listMappingTargets, { cust: 'me' }, chief)).map(({ name }) => name)).toEqual(['ATS', 'VMS']);
  expect((await service.call(listJrPairs, {}, chief)).degrees.some(({ name }) => name === 'RN')).toBe(true);
});

test('a mapping is two steps through Jobdock’s own list, and either side is removed by choice', async () => {
  expect((await reader.lineOf(savePairMapping, pair(), chief)).detail).toMatchObject({ name: 'ATS', to: 'VMS', pair: 'RN, ICU' });
  const between = { cust: 'me', sourceId: source, targetId: target };
  const rows = await service.call(listPairMappings, between, chief);
  expect(rows).toMatchObject([
    { source: { degree: 'RN', jrSpecialty: 'ICU' }, target: { degree: 'Registered Nurse', side: 'to' } },
  ]);
  expect((await service.call(listTargetPairs, { target: source, cust: 'me' }, chief)).links.length).toBe(1);
  const none = await service.send(removePairMapping, { cust: 'me' }, chief);
  expect(none).toMatchObject({ status: 400, body: { fields: { sourceLinkId: expect.stringMatching(/^Choose the side/) } } });
  const targetLinkId = rows[0]?.target?.id ?? 0;
  expect((await reader.lineOf(removePairMapping, { cust: 'me', targetLinkId }, chief)).detail).toMatchObject({
    pair: 'Registered Nurse, Intensive Care Unit',
  });
  expect(await service.call(listPairMappings, between, chief)).toMatchObject([{ source: { specialty: 'ICU' }, target: null }]);
  expect(await service.send(removePairMapping, { cust: 'me', targetLinkId }, chief)).toMatchObject({ status: 404 });
});

test('one step is added, changed and removed by itself', async () => {
  const step = {
    degreeId: id('s 1'),
    specialtyId: id('s 12'),
    jrDegreeId: id('degree RN'),
    jrSpecialtyId: id('specialty Pediatrics'),
  };
  const link = await service.call(savePairLink, step, chief);
  expect(link).toMatchObject({ side: 'from', jrSpecialty: 'Pediatrics' });
  const line = await reader.lineOf(savePairLink, { ...step, id: link.id, jrSpecialtyId: id('specialty Med Surg') }, chief);
  expect(line.detail).toMatchObject({ pair: 'RN, Med/Surg' });
  const links = (await service.call(listTargetPairs, { target: source, cust: 'me' }, chief)).links;
  expect(links.map(({ jrSpecialty }) => jrSpecialty)).toEqual(['ICU', 'Med Surg']);
  expect((await reader.lineOf(removePairLink, { id: links[1]?.id }, chief)).detail).toMatchObject({ pair: 'RN, Med/Surg' });
  expect(await service.send(removePairLink, { id: links[1]?.id }, chief)).toMatchObject({ status: 404 });
  expect(await service.send(savePairLink, { ...step, id: 9999 }, chief)).toMatchObject({ status: 404 });
});

test('the matcher proposes both steps; accepting is one change that is undone as a whole, but not over later changes', async () => {
  const between = { cust: 'me', sourceId: source, targetId: target };
  const proposed = await service.call(proposePairMappings, between, chief);
  expect(proposed).toMatchObject({ total: 3, mapped: 0, without: 1 });
  const medSurg = proposed.rows.find(({ source: { specialty } }) => specialty === 'Med/Surg');
  expect(medSurg).toMatchObject({
    jrDegree: 'RN',
    jrSpecialty: 'Med Surg',
    target: { specialty: 'Medical Surgical' },
    isSourceMapped: false,
  });
  expect(proposed.rows.find(({ source: { specialty } }) => specialty === 'ICU')).toMatchObject({
    isSourceMapped: true,
    certainty: 100,
  });
  const jr = { jrDegreeId: id('degree RN'), jrSpecialtyId: id('specialty Med Surg') };
  const from = { ...jr, targetId: source, side: 'from' as const, degreeId: id('s 1'), specialtyId: id('s 12') };
  const to = { ...jr, targetId: target, side: 'to' as const, degreeId: id('t R'), specialtyId: id('t M') };
  const bad = await service.send(acceptPairMappings, { cust: 'me', steps: [from, { ...to, degreeId: 9999 }] }, chief);
  expect(bad).toMatchObject({ status: 400, body: { fields: { steps: expect.stringMatching(/^Step 2: .*Nothing was stored/) } } });
  const over = { ...from, specialtyId: id('s 11') };
  const line = await reader.lineOf(acceptPairMappings, { cust: 'me', steps: [to, over] }, chief);
  expect(line.detail).toMatchObject({ steps: '2 steps' });
  const accepted = await service.call(acceptPairMappings, { cust: 'me', steps: [from] }, chief);
  expect(accepted).toMatchObject({ message: '1 step stored', added: [from], replaced: [] });
  expect(await service.call(acceptPairMappings, { cust: 'me', steps: [from] }, chief)).toMatchObject({ added: [], replaced: [] });
  const before = { ...over, jrSpecialtyId: id('specialty ICU') };
  const undone = await reader.lineOf(
    undoPairMappings,
    { cust: 'me', added: [from, to], replaced: [{ before, after: over }] },
    chief,
  );
  expect(undone.detail).toMatchObject({ steps: '3 steps' });
  const again = await service.call(
    undoPairMappings,
    { cust: 'me', added: [from, to], replaced: [{ before, after: over }] },
    chief,
  );
  expect(again).toMatchObject({ removed: 0, restored: 0 });
  expect(await service.call(listPairMappings, between, chief)).toMatchObject([
    { source: { specialty: 'ICU', jrSpecialty: 'ICU' }, target: null },
  ]);
});

const documents = () => ({
  cust: 'me',
  sourceId: source,
  targetId: target,
  sourceDocumentId: id('s cv'),
  jrDocumentId: id('document Resume'),
  targetDocumentId: id('t RES'),
});

test('documents are mapped in three columns, and removed by side', async () => {
  const wrong = (args: object) => service.send(saveDocumentMapping, { ...documents(), ...args }, chief);
  expect(await wrong({ targetDocumentId: 0 })).toMatchObject({
    status: 400,
    body: { fields: { targetDocumentId: 'Choose a document of the destination' } },
  });
  expect(await wrong({ jrDocumentId: id('degree RN') })).toMatchObject({ status: 404 });
  expect(await wrong({ sourceDocumentId: id('t RES') })).toMatchObject({ status: 404 });
  expect((await reader.lineOf(saveDocumentMapping, documents(), chief)).detail).toMatchObject({
    name: 'Curriculum vitae',
    to: 'Resume file',
  });
  const between = { cust: 'me', sourceId: source, targetId: target };
  expect(await service.call(listDocumentMappings, between, chief)).toMatchObject([
    { jrName: 'Resume', source: { name: 'Curriculum vitae' }, target: { name: 'Resume file', isShared: false } },
  ]);
  expect(await service.send(removeDocumentMapping, { cust: 'me' }, chief)).toMatchObject({ status: 400 });
  const side = { cust: 'me', sourceId: source, sourceDocumentId: id('s cv') };
  expect((await reader.lineOf(removeDocumentMapping, side, chief)).detail).toMatchObject({ name: 'Curriculum vitae' });
  expect(await service.call(listDocumentMappings, between, chief)).toMatchObject([
    { source: null, target: { name: 'Resume file' } },
  ]);
  const link = { documentId: id('s b'), jrDocumentId: id('document BLS'), targetId: source };
  expect((await reader.lineOf(saveDocumentLink, link, chief)).detail).toMatchObject({ name: 'BLS', to: 'BLS' });
  const linked = (await service.call(listTargetDocuments, { target: source, cust: 'me' }, chief)).find(
    ({ name }) => name === 'BLS',
  );
  expect(linked).toMatchObject({ jrName: 'BLS', jrId: id('document BLS') });
  const gone = { targetId: source, linkId: linked?.linkId };
  expect((await reader.lineOf(removeDocumentLink, gone, chief)).detail).toMatchObject({ name: 'ATS' });
  expect(await service.send(removeDocumentLink, gone, chief)).toMatchObject({ status: 404 });
  expect((await service.call(listSubmissionDocuments, {}, chief)).length).toBe(4);
});

test('a shared mapping is the administrators’: others leave the destination’s document out', async () => {
  await service.services.db.updateTable('submission_target').set({ shares_documents: true }).where('id', '=', target).execute();
  const refused = await service.send(saveDocumentMapping, documents(), chief);
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { targetDocumentId: expect.stringMatching(/Only administrators/) } },
  });
  expect(await service.send(saveDocumentMapping, { ...documents(), targetDocumentId: 0 }, chief)).toMatchObject({ status: 200 });
  expect(await service.send(saveDocumentMapping, { ...documents(), cust: north, targetDocumentId: 0 }, admin)).toMatchObject({
    status: 400,
  });
  const link = { me: north, documentId: id('t RES'), jrDocumentId: id('document Resume'), targetId: target };
  expect(await service.send(saveDocumentLink, { ...link, me: 'me' }, chief)).toMatchObject({ status: 400 });
  expect(await service.call(saveDocumentLink, link, admin)).toMatchObject({ isShared: true, jrName: 'Resume', linkId: 0 });
  expect(await service.call(listDocumentMappings, { cust: 'me', sourceId: source, targetId: target }, chief)).toMatchObject([
    { source: { name: 'Curriculum vitae' }, target: { name: 'Resume file', isShared: true } },
  ]);
  const side = { cust: 'me', targetId: target, targetDocumentId: id('t RES') };
  expect(await service.send(removeDocumentMapping, side, chief)).toMatchObject({ status: 400 });
  expect(await service.send(removeDocumentMapping, { ...side, cust: north }, admin)).toMatchObject({ status: 200 });
});

test('an administrator adds a document to Jobdock’s own list, by a name that it lacks', async () => {
  expect(await service.send(addJrDocument, { name: ' ' }, admin)).toMatchObject({
    status: 400,
    body: { fields: { name: messages.documentNameRequired } },
  });
  expect(await service.send(addJrDocument, { name: 'New one' }, chief)).toMatchObject({ status: 403 });
  expect(await service.send(addJrDocument, { name: 'resume' }, admin)).toMatchObject({ status: 400 });
  expect((await reader.lineOf(addJrDocument, { name: 'New one' }, admin)).detail).toMatchObject({ name: 'New one' });
  const made = (await service.call(listJrDocuments, {}, chief)).find(({ name }) => name === 'New one');
  expect(await service.call(addJrDocument, { id: made?.id ?? 0, name: 'Newer one' }, admin)).toMatchObject({
    name: 'Newer one',
    message: messages.saved,
  });
  expect((await service.call(addJrDocument, { name: 'Third' }, admin)).message).toBe(messages.documentAdded);
});
