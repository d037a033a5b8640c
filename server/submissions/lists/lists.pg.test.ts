import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#contract/kit/messages.ts';
import {
  listDictionary,
  removeDictionaryEntry,
  removeDictionaryMapping,
  saveDictionaryEntry,
  saveDictionaryMapping,
  syncDictionary,
} from '#contract/submissions/dictionaries.ts';
import {
  decideSubmissionList,
  listSubmissionDegrees,
  listSubmissionListStates,
  listSubmissionSpecialties,
  syncDegreesAndSpecialties,
  syncMappingData,
  syncSubmissionDegrees,
  syncSubmissionDocuments,
  syncSubmissionSpecialties,
  uploadSubmissionDegrees,
  uploadSubmissionDocuments,
  uploadSubmissionSpecialties,
} from '#contract/submissions/lists.ts';
import { saveSubmissionTarget } from '#contract/submissions/targets.ts';
import { createLineReader, type LineReader } from '#tests/contract/audit/audit-lines.ts';
import { sendFile } from '#tests/contract/send-file.ts';
import { buildFeedParser } from '#tests/corpus/build-feed-parser.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { listed, listKey, startTestSystem, type TestSystem, testSystemId } from '#tests/support/submissions/test-system.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { submissionListJobs } from './list-runs.ts';

let service: TestService;
let system: TestSystem;
let reader: LineReader;
let chief: string;
let stranger: string;
let board: number;
let other: number;
let undo: () => void;

beforeAll(async () => {
  undo = await buildFeedParser();
  system = startTestSystem();
  service = await startTestService();
  reader = createLineReader(service);
  [chief, stranger] = await Promise.all([service.signIn('chief'), service.signIn('stranger')]);
  const settings = {};
  board = (await service.call(saveSubmissionTarget, { systemId: testSystemId, name: 'Board', secret: 'right', settings }, chief))
    .id;
  other = (await service.call(saveSubmissionTarget, { systemId: testSystemId, name: 'Other', settings }, chief)).id;
});
afterAll(async () => {
  system.end();
  await service.close();
  undo();
});

/** Carries out the syncs that are queued, and returns how the last one ended. */
async function ended(): Promise<string> {
  const { db } = service.services;
  await runJobs(db, submissionListJobs(service.services));
  const run = await db.selectFrom('run').select(['state', 'message']).orderBy('id', 'desc').executeTakeFirst();
  return `${run?.state}: ${run?.message}`;
}
const degrees = Array.from({ length: 9 }, (_, i) => listed(`d${i}`, `Degree ${i}`));

test('a sync reads a list as long work; what it cannot read stays, in the words of the documents', async () => {
  const { runId } = await service.call(syncSubmissionDegrees, { targetId: board }, chief);
  expect(runId).toBeGreaterThan(0);
  expect((await service.call(syncSubmissionDegrees, { targetId: board }, chief)).message).toBe('Board is being synced already');
  expect(await ended()).toBe(
    `failed: ${messages.degreesNotSynced}: Board, degrees (It did not answer.). Our lists stay as they were.`,
  );
  await service.call(syncSubmissionSpecialties, { targetId: board }, chief);
  expect(await ended()).toContain(messages.specialtiesNotSynced);
  await service.call(syncSubmissionDocuments, { targetId: board }, chief);
  expect(await ended()).toContain(messages.documentsNotSynced);
  // The other target has no stored secret, so that its connection is not complete.
  await service.call(syncSubmissionDegrees, { targetId: other }, chief);
  expect(await ended()).toContain('its connection is not complete');
  system.lists.set(listKey('degree'), degrees);
  expect((await reader.lineOf(syncSubmissionDegrees, { targetId: board }, chief)).detail).toMatchObject({ name: 'Board' });
  expect(await ended()).toBe('done: Read 9 entries');
  expect(
    (await service.call(listSubmissionDegrees, { targetId: board, query: 'degree 8' }, chief)).map(({ extId }) => extId),
  ).toEqual(['d8']);
});

test('document types end with their number, and all lists of all targets are read together', async () => {
  system.lists.set(listKey('document'), [listed('bls', 'BLS card', { groupName: 'Certifications' }), listed('cv', 'Resume')]);
  await service.call(syncSubmissionDocuments, { targetId: board }, chief);
  expect(await ended()).toBe(`done: ${messages.documentsProcessed({ count: 2 })}`);
  system.lists.set(listKey('specialty'), [listed('s1', 'ICU', { degreeExtId: 'd1' }), listed('s2', 'Float')]);
  expect((await reader.lineOf(syncDegreesAndSpecialties, { cust: 'me' }, chief)).detail).toMatchObject({ name: '' });
  expect(await ended()).toBe('done: Read 11 entries');
  const specialties = await service.call(listSubmissionSpecialties, { targetId: board }, chief);
  expect(specialties.map(({ name, degree }) => [name, degree])).toEqual([
    ['Float', ''],
    ['ICU', 'Degree 1'],
  ]);
  const d2 = (await service.call(listSubmissionDegrees, { targetId: board, query: 'd2' }, chief))[0]?.id;
  expect(
    (await service.call(listSubmissionSpecialties, { targetId: board, degreeId: d2 }, chief)).map(({ name }) => name),
  ).toEqual(['Float']);
  await service.call(syncMappingData, {}, chief);
  expect(await ended()).toContain('No answer, so that it stays as it was: Board, Caregiver status');
});

test('a list that loses more than a third waits for a person, who sees another list only as a conflict', async () => {
  system.lists.set(listKey('degree'), degrees.slice(0, 5));
  await service.call(syncSubmissionDegrees, { targetId: board }, chief);
  expect(await ended()).toContain('so that it waits for you: Board, degrees');
  const { waiting, lists } = await service.call(listSubmissionListStates, { targetId: board }, chief);
  expect(waiting).toMatchObject([{ kind: 'degree', held: 9, listed: 5, removed: 4, removedMapped: 0 }]);
  expect(lists[0]).toMatchObject({ kind: 'degree', entries: 9, isFromFile: false });
  const decide = { targetId: board, kind: 'degree', choice: 'apply', readAt: waiting[0]?.readAt };
  expect(await service.send(decideSubmissionList, { ...decide, readAt: '2020-01-01T00:00:00Z' }, chief)).toMatchObject({
    status: 409,
  });
  expect((await reader.lineOf(decideSubmissionList, decide, chief)).detail).toMatchObject({ list: 'degree', choice: 'apply' });
  expect((await service.call(listSubmissionDegrees, { targetId: board }, chief)).length).toBe(5);
  expect(await service.send(decideSubmissionList, decide, chief)).toMatchObject({ status: 404 });
  // One third and no more is taken over.
  system.lists.set(listKey('degree'), degrees.slice(1, 5));
  await service.call(syncSubmissionDegrees, { targetId: board }, chief);
  expect(await ended()).toBe('done: Read 4 entries');
});

test('uploads are judged by content and refused row by row', async () => {
  const path = { target: other, cust: 'me' };
  const good = await sendFile(service, uploadSubmissionDegrees, path, 'Name,Id\nRN,1\nLPN,2\n,3\nRN again,1\n', chief);
  expect(good).toMatchObject({ status: 200, body: { added: 2, refused: [{ row: 3 }, { row: 4 }] } });
  const special = await sendFile(
    service,
    uploadSubmissionSpecialties,
    path,
    'Name,Id,Degree\nICU,9,rn\nER,10,2\nOR,11,MD\n',
    chief,
  );
  expect(special).toMatchObject({
    status: 200,
    body: { added: 2, refused: [{ row: 3, problems: [{ column: 'degree', value: 'MD' }] }] },
  });
  expect((await service.call(listSubmissionSpecialties, { targetId: other }, chief)).map(({ degree }) => degree)).toEqual([
    'LPN',
    'RN',
  ]);
  const docs = await sendFile(service, uploadSubmissionDocuments, path, 'Name,Id,GroupName\nBLS,b,Cards\n', chief);
  expect(docs).toMatchObject({ status: 200, body: { added: 1, message: '1 added, 0 changed, 0 already there' } });
  expect(await sendFile(service, uploadSubmissionDocuments, path, 'MZ\u0000\u0003not a list', chief)).toMatchObject({
    status: 400,
  });
  const { rows } = { rows: await service.services.db.selectFrom('audit').select('command').execute() };
  expect(rows.filter(({ command }) => command === 'submission.list.upload').length).toBe(3);
  expect(await sendFile(service, uploadSubmissionDegrees, path, 'Name,Id\nX,1\n', stranger)).toMatchObject({ status: 403 });
});

test('a dictionary has entries with one default, and an entry has one mapping to a target', async () => {
  const place = { targetId: board, objectId: 2 };
  const save = (args: object) => service.send(saveDictionaryEntry, { ...place, extId: 'ACT', name: 'Active', ...args }, chief);
  expect(await save({ objectId: 0 })).toMatchObject({
    status: 400,
    body: { fields: { objectId: messages.dictionaryObjectRequired } },
  });
  expect(await save({ extId: ' ' })).toMatchObject({ status: 400, body: { fields: { extId: messages.dictionaryIdRequired } } });
  expect(await save({ objectId: 99 })).toMatchObject({ status: 400 });
  expect(
    (await reader.lineOf(saveDictionaryEntry, { ...place, extId: 'ACT', name: 'Active', isDefault: true }, chief)).detail,
  ).toMatchObject({ name: 'Active' });
  expect(await save({})).toMatchObject({ status: 400, body: { fields: { extId: expect.stringMatching(/Another entry/) } } });
  expect(await save({ extId: 'NEW', name: 'New', isDefault: true })).toMatchObject({ status: 200 });
  const entries = await service.call(listDictionary, place, chief);
  expect(entries.map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['Active', false],
    ['New', true],
  ]);
  const there = await service.call(saveDictionaryEntry, { targetId: other, objectId: 2, extId: 'A', name: 'A' }, chief);
  const second = await service.call(saveDictionaryEntry, { targetId: other, objectId: 2, extId: 'B', name: 'B' }, chief);
  const fromId = entries[0]?.id ?? 0;
  const map = { fromId, toId: there.id };
  expect(await service.send(saveDictionaryMapping, { fromId, toId: entries[1]?.id }, chief)).toMatchObject({ status: 400 });
  expect((await reader.lineOf(saveDictionaryMapping, map, chief)).detail).toMatchObject({ name: 'Active', to: 'A' });
  const { id } = await service.call(saveDictionaryMapping, { fromId, toId: second.id }, chief);
  expect((await service.call(listDictionary, place, chief))[0]?.mappings).toEqual([
    { id, otherId: second.id, other: 'B', otherTarget: 'Other' },
  ]);
  expect(await service.send(removeDictionaryMapping, { id: 9999 }, chief)).toMatchObject({ status: 404 });
  expect((await reader.lineOf(removeDictionaryMapping, { id }, chief)).detail).toMatchObject({ name: 'Active' });
  expect((await reader.lineOf(removeDictionaryEntry, { id: second.id }, chief)).detail).toMatchObject({ name: 'B' });
  expect(await service.send(listDictionary, place, stranger)).toMatchObject({ status: 403 });
});

test('a dictionary is synced by POST; the documented GET says so', async () => {
  system.lists.set(listKey('dictionary', 2), [listed('ACT', 'Active'), listed('NEW', 'New'), listed('OLD', 'Old')]);
  await service.call(syncDictionary, { targetId: board, objectId: 2 }, chief);
  expect(await ended()).toBe('done: Read 3 entries');
  expect((await service.call(listDictionary, { targetId: board, objectId: 2 }, chief)).length).toBe(3);
  const headers = { authorization: `Bearer ${chief}` };
  const read = await service.app.inject({ method: 'GET', url: '/api/SubmissionDictonary/sync?TargetId=1&ObjectId=2', headers });
  expect(read.statusCode).toBe(405);
});
