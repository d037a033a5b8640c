import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addCaregiverDocument } from '#contract/submissions/caregiver-documents.ts';
import { checkBeforeSending } from '#contract/submissions/submissions.ts';
import { demoPdf } from '#server/demo/bullhorn/demo-pdf.ts';
import { createLineReader } from '#tests/contract/audit/audit-lines.ts';
import { type BothSystems, plantSubmissionWorld, startBothSystems } from '#tests/support/submissions/submission-world.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
let systems: BothSystems;
let chief: string;
/** Ids of the destination's documents by their names. */
let ids: Readonly<Record<string, number>>;
let targets: { readonly source: number; readonly destination: number };

beforeAll(async () => {
  systems = await startBothSystems();
  service = await startTestService({ allowHosts: systems.hosts });
  targets = await plantSubmissionWorld(service.services, service.people.north, systems);
  chief = await service.signIn('chief');
  const { rows } = await sql<{ id: number; name: string }>`select id, name from submission_entry
    where target_id = ${targets.destination} and kind = 'document'`.execute(service.services.db);
  ids = Object.fromEntries(rows.map(({ id, name }) => [name, id]));
});
afterAll(async () => {
  await service.close();
  await systems.close();
});
beforeEach(() => {
  systems.ats.faults.length = 0;
});

const license = demoPdf('License of a caregiver');
const adding = (caregiverId: number, more: object = {}) => ({
  documentId: ids['License'] ?? 0,
  caregiverId: String(caregiverId),
  fromId: targets.source,
  toId: targets.destination,
  file: license,
  fileName: 'Abbott license.pdf',
  ...more,
});
const added = (caregiverId: number, more: object = {}, token = chief) =>
  service.send(addCaregiverDocument, adding(caregiverId, more), token);
const heldBy = (caregiverId: number) => systems.ats.records.files.of(caregiverId);
const clear = (caregiverId: number) => systems.ats.records.files.set(caregiverId, []);

test('a missing document is added to the caregiver byte for byte, and the check then finds it; the audit names neither file nor person', async () => {
  clear(70_011);
  const check = () => service.call(checkBeforeSending, { caregiverId: '70011', jobId: 1 }, chief);
  const before = await check();
  expect(before).toMatchObject({ addsDocuments: true, documentBytes: 10 * 1024 * 1024 });
  expect(before.documents.map(({ name, isFound, documentType }) => [name, isFound, documentType])).toEqual([
    ['Resume', false, 'Resume'],
    ['License', false, 'License'],
  ]);
  expect(before.documents.map(({ id }) => id)).toEqual([ids['Resume'], ids['License']]);
  const line = await createLineReader(service).lineOf(addCaregiverDocument, adding(70_011), chief);
  expect(line).toMatchObject({
    object_kind: 'submissionTarget',
    object_id: String(targets.source),
    detail: { document: 'License', size: license.byteLength },
  });
  expect(JSON.stringify(line)).not.toContain('Abbott');
  expect(heldBy(70_011)).toMatchObject([{ name: 'Abbott license.pdf', type: 'License', contentSubType: 'pdf' }]);
  expect(heldBy(70_011)[0]?.bytes.equals(license)).toBe(true);
  expect((await check()).documents.map(({ name, isFound }) => [name, isFound])).toEqual([
    ['Resume', false],
    ['License', true],
  ]);
});

test('a file that is there already is not added again, and leaves no line', async () => {
  clear(70_012);
  const first = await added(70_012);
  const again = await added(70_012);
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  expect(heldBy(70_012)).toHaveLength(1);
  // Another file under the same name is another document.
  await added(70_012, { file: demoPdf('A renewed license of a caregiver') });
  expect(heldBy(70_012)).toHaveLength(2);
});

test.each(['drop-after', 'error-after', 'html-after'] as const)(
  'an answer that is lost (%s) is looked up: one file',
  async (fault) => {
    clear(70_014);
    systems.ats.faults.push(fault);
    expect((await added(70_014)).status).toBe(200);
    expect(systems.ats.faults).toEqual([]);
    expect(heldBy(70_014)).toHaveLength(1);
  },
);

test('where answer and look-up are both lost, the person is asked to add it again, which looks first: one file', async () => {
  clear(70_015);
  const { files } = systems.ats.records;
  const adds = vi.spyOn(files, 'add').mockImplementationOnce((...given) => {
    adds.mockRestore();
    systems.ats.faults.push('drop-after');
    queueMicrotask(() => systems.ats.faults.push('drop-before'));
    return files.add(...given);
  });
  const lost = await added(70_015);
  expect([lost.status, JSON.stringify(lost.body)]).toEqual([400, expect.stringContaining('first looks whether it is there')]);
  expect((await added(70_015)).status).toBe(200);
  expect(heldBy(70_015)).toHaveLength(1);
});

test('an empty file, a program named .pdf, a picture named .pdf and one that is too large are refused by name; nothing is sent', async () => {
  clear(70_016);
  const large = Buffer.concat([license, Buffer.alloc(11 * 1024 * 1024)]);
  for (const [file, words] of [
    [Buffer.alloc(0), '“Abbott license.pdf” is empty. Choose a file with content.'],
    [Buffer.from('MZ program'), '“Abbott license.pdf” is a program. Choose a document.'],
    [Buffer.from('GIF89a'), '“Abbott license.pdf” is not what its name says.'],
    [large, '“Abbott license.pdf” has 12 MB, and the destination takes 10 MB at most.'],
  ] as const) {
    const answer = await added(70_016, { file });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining(words)]);
  }
  const huge = await added(70_016, { file: Buffer.alloc(60 * 1024 * 1024, 'x') });
  expect([huge.status, huge.body]).toMatchObject([413, { kind: 'too_large', limit: expect.stringContaining('20 MB') }]);
  expect(heldBy(70_016)).toEqual([]);
});

test('who or what does not fit is named: the source, the document, its mapping, the caregiver', async () => {
  const { db } = service.services;
  const refused = async (more: object, caregiverId = 70_017) => {
    const { status, body } = await added(caregiverId, more);
    return [status, JSON.stringify(body)];
  };
  expect(await refused({ fromId: targets.destination })).toEqual([400, expect.stringContaining('takes no documents from here')]);
  expect(await refused({}, 79_999)).toEqual([400, expect.stringContaining('no longer has this caregiver')]);
  const absent = await refused({ documentId: 999_999 });
  expect(absent[0]).toBe(404);
  await sql`delete from submission_document_link where target_id = ${targets.source}
    and document_id in (select id from submission_entry where name = 'BLS Card')`.execute(db);
  expect(await refused({ documentId: ids['BLS Card'] })).toEqual([
    400,
    expect.stringContaining('“BLS Card” is not mapped to one of the source'),
  ]);
  // Another customer names the same ids in vain.
  await sql`update app_user set rights = array_append(rights, 26) where id = ${service.people.stranger}`.execute(db);
  const foreign = await added(70_017, {}, await service.signIn('stranger'));
  expect([foreign.status, JSON.stringify(foreign.body).replaceAll(/\d+/g, '#')]).toEqual([
    404,
    String(absent[1]).replaceAll(/\d+/g, '#'),
  ]);
  expect((await added(70_017, {}, await service.signIn('viewer'))).status).toBe(403);
});
