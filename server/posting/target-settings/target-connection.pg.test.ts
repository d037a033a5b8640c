import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listActivity } from '#contract/people/activity.ts';
import { loginAs } from '#contract/people/users.ts';
import { readTarget, removeTarget, saveTarget, syncTarget } from '#contract/posting/posting.ts';
import {
  listClientStatuses,
  listCustomChoices,
  refreshTargetToken,
  revealTargetSecret,
} from '#contract/posting/target-connection.ts';
import { createBullhornDouble, doubleCredentials } from '#server/demo/bullhorn/bullhorn-double.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { targetsOpenedBy } from '#server/targets/open-target.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { syncJobs } from '../lists/sync-runs.ts';

let ats: Server;
let service: TestService;
let admin: string;
let chief: string;
let bullhorn: number;
let crelate: number;

beforeAll(async () => {
  ats = createBullhornDouble({ facilities: 5 }).server;
  await new Promise<void>((resolve) => void ats.listen(0, '127.0.0.1', resolve));
  const atsUrl = `http://127.0.0.1:${(ats.address() as AddressInfo).port}`;
  service = await startTestService({ bullhornDoubleUrl: atsUrl });
  [admin, chief] = [await service.signIn('administrator'), await service.signIn('chief')];
  const { username, password, clientId, clientSecret } = doubleCredentials;
  const added = { id: 0, customerId: service.people.north, isDisabled: false };
  ({ id: bullhorn } = await service.call(
    saveTarget,
    {
      ...added,
      typeId: 8,
      name: 'Bullhorn',
      username,
      password,
      clientSecret,
      url: `${atsUrl}/rest-services/loginInfo`,
      settings: { clientId, ownerId: 1, contactId: 2 },
    },
    admin,
  ));
  const key = { password: 'key', url: 'https://app.crelate.com/api3' };
  ({ id: crelate } = await service.call(saveTarget, { ...added, ...key, typeId: 22, name: 'Crelate' }, admin));
});
afterAll(async () => {
  await service.close();
  ats.closeAllConnections();
  await new Promise((resolve) => ats.close(resolve));
});

const save = (args: object, token = chief) =>
  service.send(saveTarget, { id: bullhorn, name: 'Bullhorn', isDisabled: false, ...args }, token);
const auditOf = (command: string) =>
  service.services.db.selectFrom('audit').selectAll().where('command', '=', command).orderBy('id').execute();

test('a stored secret is shown after a fresh confirmation, with an audit line that does not hold it, and is kept by no browser', async () => {
  const answer = await service.send(revealTargetSecret, { id: bullhorn }, chief);
  expect(answer).toMatchObject({ status: 200, body: doubleCredentials.password });
  expect(answer.response.headers['cache-control']).toBe('no-store');
  const other = await service.call(revealTargetSecret, { id: bullhorn, secret: 'clientSecret' }, chief);
  expect(other).toBe(doubleCredentials.clientSecret);
  const lines = await auditOf('target.reveal');
  expect(lines.map(({ object_id: id, detail }) => [id, (detail as { secret: string }).secret])).toEqual([
    [String(bullhorn), 'password'],
    [String(bullhorn), 'clientSecret'],
  ]);
  expect(JSON.stringify(lines)).not.toContain(doubleCredentials.password);
  const none = await service.send(revealTargetSecret, { id: crelate, secret: 'clientSecret' }, admin);
  expect(none).toMatchObject({ status: 400, body: { fields: { clientSecret: expect.stringContaining('None is stored') } } });
});

test('a new session token is shown as a secret is; a kind without sessions says so', async () => {
  const first = await service.call(refreshTargetToken, { id: bullhorn }, chief);
  expect(first).not.toBe('');
  expect(await service.call(refreshTargetToken, { id: bullhorn }, chief)).not.toBe(first);
  expect(await auditOf('target.token')).toHaveLength(2);
  const none = await service.send(refreshTargetToken, { id: crelate }, admin);
  expect(none).toMatchObject({ status: 400, body: { fields: { id: expect.stringContaining('no session token') } } });
});

test('secrets and deleting ask to confirm again, and are refused without the right, elsewhere and as another user', async () => {
  const { db } = service.services;
  const { north, south, chief: subject } = service.people;
  const recruiter = await service.signIn('recruiter');
  const feed = { id: 0, customerId: south, typeId: 4, name: 'Feed of others', isDisabled: false };
  const { id: others } = await service.call(saveTarget, feed, admin);
  for (const call of [revealTargetSecret, refreshTargetToken] as const) {
    expect((await service.send(call, { id: bullhorn }, recruiter)).status).toBe(403);
    expect((await service.send(call, { id: others }, chief)).status).toBe(404);
  }
  const supporter = await service.signIn('administrator');
  const acting = await service.call(loginAs, { cust: north, user: subject, reason: 'Support' }, supporter);
  for (const call of [revealTargetSecret, refreshTargetToken] as const)
    expect(await service.send(call, { id: bullhorn }, acting.accessToken)).toMatchObject({
      status: 403,
      body: { kind: 'forbidden' },
    });
  const sessions = db.updateTable('session');
  await sessions.set({ confirmed_at: '2000-01-01' }).execute();
  for (const [call, args, token] of [
    [revealTargetSecret, { id: bullhorn }, chief],
    [refreshTargetToken, { id: bullhorn }, chief],
    [removeTarget, { id: bullhorn, name: 'Bullhorn' }, admin],
  ] as const)
    expect(await service.send(call, args, token)).toMatchObject({ status: 403, body: { kind: 'confirm_identity' } });
  await sessions.set({ confirmed_at: '2999-01-01' }).execute();
});

test('only administrators see the secrets of a recruiting suite and change its connection', async () => {
  expect(await service.send(revealTargetSecret, { id: crelate }, chief)).toMatchObject({
    status: 403,
    body: { kind: 'forbidden' },
  });
  const rest = { id: crelate, name: 'Crelate' };
  expect((await save({ ...rest, password: 'other' })).status).toBe(403);
  expect((await save({ ...rest, mappingRequired: false })).status).toBe(200);
  expect(await service.call(revealTargetSecret, { id: crelate }, admin)).toBe('key');
});

test('the statuses of clients come from the ATS; an excluded status and a filter leave clients out of its lists', async () => {
  const { north } = service.people;
  const statuses = await service.call(listClientStatuses, { cust: north, id: bullhorn }, chief);
  expect(statuses).toContainEqual({ id: 'Active', name: 'Active' });
  expect(await service.send(listClientStatuses, { cust: north, id: crelate }, chief)).toMatchObject({ status: 400 });
  expect((await service.send(listClientStatuses, { cust: north, id: bullhorn }, await service.signIn('recruiter'))).status).toBe(
    403,
  );

  const facilities = async () => {
    expect(await service.call(syncTarget, { cust: north, target: bullhorn }, chief)).toEqual({ message: '' });
    await runJobs(service.services.db, syncJobs({ ...service.services, openTarget: targetsOpenedBy(service.services) }));
    return (await rowsOf(service.services.db, north, 'atsValue')).filter((row) => row.kind === 'facility');
  };
  const all = await facilities();
  expect(all).toHaveLength(5);
  const name = all[0]?.name ?? '';
  expect((await save({ settings: { clientWhere: `name != "${name}" and status = "Active"` } })).status).toBe(200);
  const others = all.map((row) => row.name).filter((one) => one !== name);
  expect((await facilities()).map((row) => row.name).toSorted()).toEqual(others.toSorted());
  expect(await save({ settings: { clientWhere: '1=1; drop table client' } })).toMatchObject({
    status: 400,
    body: { fields: { clientWhere: 'Character 4 cannot be read.' } },
  });
});

test('settings of a tab are saved alone: what is left out stays, and the connection counts as checked', async () => {
  const { id } = await service.call(saveTarget, { id: bullhorn, name: 'Bullhorn', isDisabled: false }, chief);
  const before = await service.call(readTarget, { id }, chief);
  const saved = await save({ mapObjects: 'SF', mappingRequired: false, defaultTravelId: 'T1', voidReason: '' });
  expect(saved.body).toMatchObject({
    mapObjects: 'FS',
    mappingRequired: false,
    defaultTravelId: 'T1',
    voidReason: 'Cancelled by source',
    username: before.username,
    url: before.url,
    settings: before.settings,
  });
  expect(await save({ mapObjects: 'X' })).toMatchObject({ status: 400, body: { fields: { mapObjects: expect.any(String) } } });
  const both = await save({ settings: { onlyLongTermOrders: true, onlyShifts: true } });
  expect(both).toMatchObject({ status: 400, body: { fields: { onlyShifts: expect.stringContaining('not both') } } });
});

test('a custom value may be nothing or a field of the job', async () => {
  const { north } = service.people;
  const choices = await service.call(listCustomChoices, { cust: north, targetId: bullhorn }, chief);
  expect(choices[0]).toEqual({ id: '[Do not post]', name: '[Do not post]' });
  expect(choices.map(({ id }) => id)).toContain('providerJobId');
  const stranger = await service.signIn('stranger');
  expect((await service.send(listCustomChoices, { cust: 'me', targetId: bullhorn }, stranger)).status).toBe(404);
});

test('notes on a connection stay over other saves, are read by those who may change targets, and only named in the history', async () => {
  const notes = 'Ask Ann before a change.\nSandbox until May.';
  const words = 'notes on the connection';
  expect(await save({ settings: { notes } })).toMatchObject({ status: 200, body: { settings: { notes } } });
  expect((await save({ settings: { autoMap: true } })).body).toMatchObject({ settings: { notes, autoMap: true } });
  const recruiter = await service.signIn('recruiter');
  expect((await service.call(readTarget, { id: bullhorn }, recruiter)).settings).toEqual({});
  const { lines } = await service.call(listActivity, { cust: 'me', kind: 'target', object: String(bullhorn) }, chief);
  expect(lines.find(({ changes }) => changes.some(({ label }) => label === words))?.sentence).toMatch(
    /changed the notes on the connection of the target “Bullhorn”$/,
  );
  expect(JSON.stringify(lines)).not.toContain('Ask Ann');
  const tooLong = await save({ settings: { notes: 'x'.repeat(2001) } });
  expect(tooLong).toMatchObject({ status: 400, body: { fields: { 'settings.notes': 'Use at most 2,000 characters' } } });
});
