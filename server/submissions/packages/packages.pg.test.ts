import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#contract/kit/messages.ts';
import { listSubmissionLogins, removeSubmissionLogin, saveSubmissionLogin } from '#contract/submissions/logins.ts';
import {
  listPackageDegrees,
  listPackageDocuments,
  listPackageSpecialties,
  listPackages,
  readPackage,
  removePackage,
  savePackage,
} from '#contract/submissions/packages.ts';
import type { LineReader } from '#tests/contract/audit/audit-lines.ts';
import { startTestBoard } from '#tests/support/submissions/start-test-board.ts';
import { listed, refusedSecret, silentSecret, type TestSystem, testSystemId } from '#tests/support/submissions/test-system.ts';
import type { TestService } from '#tests/support/test-service.ts';
import { applyEntries } from '../lists/entry-rows.ts';

let ground: Awaited<ReturnType<typeof startTestBoard>>;
let service: TestService;
let system: TestSystem;
let reader: LineReader;
let chief: string;
let admin: string;
let stranger: string;
let north: number;
let target: number;
const ids = new Map<string, number>();
const id = (name: string): number => ids.get(name) ?? 0;

beforeAll(async () => {
  ground = await startTestBoard();
  ({ service, system, reader } = ground);
  ({ chief, admin, stranger } = ground.tokens);
  north = service.people.north;
  const { db } = service.services;
  const row = { customer_id: north, system_id: testSystemId, name: 'Board' };
  target = (await db.insertInto('submission_target').values(row).returning('id').executeTakeFirstOrThrow()).id;
  await db.transaction().execute(async (tx) => {
    const place = { customerId: north, targetId: target, objectId: 0 } as const;
    await applyEntries(tx, { ...place, kind: 'degree' }, [listed('1', 'RN'), listed('2', 'LPN')], { removeOthers: false });
    const specialties = [listed('11', 'ICU', { degreeExtId: '1' }), listed('12', 'Float')];
    await applyEntries(tx, { ...place, kind: 'specialty' }, specialties, { removeOthers: false });
    await applyEntries(tx, { ...place, kind: 'document' }, [listed('a', 'BLS'), listed('b', 'Resume')], { removeOthers: false });
  });
  for (const entry of await db.selectFrom('submission_entry').select(['id', 'name']).execute()) ids.set(entry.name, entry.id);
});
afterAll(() => ground.close());

const draft = () => ({
  targetId: target,
  degreeId: id('RN'),
  specialtyId: id('ICU'),
  documents: [id('Resume'), id('BLS')],
  note: 'Two references',
});
const lastLine = () =>
  service.services.db.selectFrom('audit').select(['command', 'detail']).orderBy('id', 'desc').executeTakeFirst();
const save = (args: object) => service.send(savePackage, { ...draft(), ...args }, chief);

test('a package has its documents in order, and a second one for the pair is refused by name', async () => {
  expect(await save({ documents: [] })).toMatchObject({ status: 400, body: { fields: { documents: 'Choose a document' } } });
  expect(await save({ documents: [id('BLS'), id('BLS')] })).toMatchObject({ status: 400 });
  expect(await save({ documents: [id('RN')] })).toMatchObject({
    status: 400,
    body: { fields: { documents: expect.stringMatching(/not in the list/) } },
  });
  expect(await save({ degreeId: id('LPN') })).toMatchObject({
    status: 400,
    body: { fields: { specialtyId: expect.stringMatching(/another degree/) } },
  });
  const added = await save({ id: -1, isDefault: true });
  expect(added).toMatchObject({ status: 200, body: { degree: 'RN', specialty: 'ICU', target: 'Board', isDefault: true } });
  expect(await lastLine()).toMatchObject({ command: 'submissionPackage.save.v1' });
  expect(await save({})).toMatchObject({
    status: 400,
    body: { fields: { degreeId: 'Board has a package for RN, ICU already. Change that one.' } },
  });
  const any = await service.call(savePackage, { ...draft(), degreeId: 0, specialtyId: 0, isDefault: true }, chief);
  const packages = await service.call(listPackages, {}, chief);
  expect(packages.map(({ degree, specialty, isDefault }) => [degree, specialty, isDefault])).toEqual([
    ['', '', true],
    ['RN', 'ICU', false],
  ]);
  expect(packages[1]?.documents).toEqual([id('Resume'), id('BLS')]);
  expect(await service.call(readPackage, { id: any.id }, chief)).toMatchObject({ note: 'Two references', target: 'Board' });
  expect(await service.send(savePackage, { ...draft(), id: any.id }, chief)).toMatchObject({ status: 400 });
  expect(await service.call(removePackage, { id: any.id }, chief)).toEqual({ message: 'The package was removed' });
  expect(await lastLine()).toMatchObject({ command: 'submissionPackage.remove.v1' });
  // The default before it takes its place again.
  expect(await service.call(listPackages, {}, chief)).toMatchObject([{ degree: 'RN', isDefault: true }]);
  expect(await service.send(readPackage, { id: any.id }, chief)).toMatchObject({ status: 404 });
  expect(await service.send(savePackage, { ...draft(), id: 9999 }, chief)).toMatchObject({ status: 404 });
});

test('two people who add a package for one pair at once get one package', async () => {
  const both = await Promise.all([save({ specialtyId: id('Float') }), save({ specialtyId: id('Float') })]);
  expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
});

test('the choices of a package are those of its target', async () => {
  expect((await service.call(listPackageDegrees, { targetId: target }, chief)).map(({ name }) => name)).toEqual(['LPN', 'RN']);
  expect(await service.call(listPackageDegrees, { targetId: target, query: 'nothing' }, chief)).toEqual([]);
  const ofLpn = await service.call(listPackageSpecialties, { targetId: target, degreeId: id('LPN') }, chief);
  expect(ofLpn.map(({ name }) => name)).toEqual(['Float']);
  expect((await service.call(listPackageDocuments, { targetId: target }, chief)).map(({ name }) => name)).toEqual([
    'BLS',
    'Resume',
  ]);
  expect(await service.send(listPackageDocuments, { targetId: target }, stranger)).toMatchObject({ status: 403 });
});

test('a sign-in is checked before it is stored; a refused one is not, and one without an answer says so', async () => {
  const { chief: userId } = service.people;
  const login = { id: userId, targetId: target, username: 'ann', password: 'mine-secret' };
  const put = (args: object) => service.send(saveSubmissionLogin, { ...login, ...args }, chief);
  expect(await put({ password: '' })).toMatchObject({
    status: 400,
    body: { fields: { password: expect.stringMatching(/Enter the password/) } },
  });
  expect(await put({ password: refusedSecret })).toMatchObject({
    status: 400,
    body: { fields: { password: 'Board refused it: Wrong key.' } },
  });
  expect((await reader.lineOf(saveSubmissionLogin, login, chief)).detail).toMatchObject({ target: 'Board', newPassword: true });
  expect(await put({ username: 'ANN' })).toMatchObject({
    status: 400,
    body: { fields: { username: expect.stringMatching(/has a sign-in/) } },
  });
  expect(await put({ username: 'bea', password: silentSecret, isDefault: true })).toMatchObject({
    status: 200,
    body: { checkWords: expect.stringMatching(/no answer/) },
  });
  const logins = await service.call(listSubmissionLogins, { id: userId }, chief);
  expect(logins.map(({ username, isDefault }) => [username, isDefault])).toEqual([
    ['ann', false],
    ['bea', true],
  ]);
  expect(system.connections.at(-1)).toMatchObject({ orgKey: 'bea', secret: silentSecret });
  const kept = { loginId: logins[0]?.id, password: '' };
  expect(await put(kept)).toMatchObject({ status: 200 });
  expect(await put({ ...kept, username: 'other' })).toMatchObject({ status: 400 });
  const audit = await service.services.db.selectFrom('audit').select('detail').execute();
  expect(JSON.stringify([logins, audit])).not.toContain('mine-secret');
});

test('an administrator deletes a sign-in with its password; the next one becomes the default', async () => {
  const { chief: userId } = service.people;
  const logins = await service.call(listSubmissionLogins, { id: userId }, chief);
  const gone = logins.find(({ isDefault }) => isDefault)?.id ?? 0;
  expect(await service.send(removeSubmissionLogin, { id: gone }, chief)).toMatchObject({ status: 403 });
  const line = await reader.lineOf(removeSubmissionLogin, { id: gone, me: north }, admin);
  expect(line.detail).toMatchObject({ target: 'Board' });
  expect(await service.call(listSubmissionLogins, { id: userId }, chief)).toMatchObject([{ username: 'ann', isDefault: true }]);
  const secrets = await service.services.db
    .selectFrom('secret')
    .select('owner')
    .where('owner', 'like', 'submission-login:%')
    .execute();
  expect(secrets.length).toBe(1);
  const left = (await service.call(listSubmissionLogins, { id: userId }, chief))[0]?.id ?? 0;
  expect(await service.call(removeSubmissionLogin, { id: left, me: north }, admin)).toEqual({
    message: messages.submissionLoginDeleted,
  });
});

test('the sign-ins of others are for people who may see users, and no one signs in for another person', async () => {
  const { recruiter } = service.people;
  expect(await service.call(listSubmissionLogins, { id: recruiter }, chief)).toEqual([]);
  expect(await service.send(listSubmissionLogins, { id: recruiter, me: north }, stranger)).toMatchObject({ status: 403 });
  expect(await service.send(listSubmissionLogins, { id: service.people.stranger }, chief)).toMatchObject({ status: 404 });
});
