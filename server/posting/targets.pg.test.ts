import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#contract/kit/messages.ts';
import { loginAs } from '#contract/people/users.ts';
import { listAtsFields } from '#contract/posting/ats-fields.ts';
import {
  checkTarget,
  firstTargetId,
  listAllTargetTypes,
  listMapTargets,
  listTargets,
  listTargetTypes,
  readTarget,
  removeTarget,
  saveTarget,
  syncTarget,
  targetStatus,
} from '#contract/posting/posting.ts';
import { targetLimits } from '#contract/posting/target-limits.ts';
import { type BullhornDouble, createBullhornDouble, doubleCredentials } from '#server/demo/bullhorn/bullhorn-double.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import { targetsOpenedBy } from '#server/targets/open-target.ts';
import { aTarget } from '#tests/support/factories/job-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { syncJobs } from './lists/sync-runs.ts';

let double: BullhornDouble;
let ats: Server;
let atsUrl: string;
let service: TestService;
let chief: string;
let recruiter: string;
let stranger: string;

beforeAll(async () => {
  double = createBullhornDouble({ facilities: 5 });
  ats = double.server;
  await new Promise<void>((resolve) => void ats.listen(0, '127.0.0.1', resolve));
  atsUrl = `http://127.0.0.1:${(ats.address() as AddressInfo).port}`;
  service = await startTestService({ bullhornDoubleUrl: atsUrl });
  const { db } = service.services;
  await db.transaction().execute(async (tx) => {
    const [ats = 0, feed = 0] = await nextIds(tx, 'target', 2);
    await writeRows(tx, service.people.north, [
      { collection: 'target', row: aTarget({ id: ats, typeId: 8, checkState: 'unchecked' }), extra: { settings: {} } },
      { collection: 'target', row: aTarget({ id: feed, typeId: 4, name: 'Feed', maps: [] }), extra: { settings: {} } },
    ]);
  });
  [chief, recruiter, stranger] = await Promise.all([
    service.signIn('chief'),
    service.signIn('recruiter'),
    service.signIn('stranger'),
  ]);
});
afterAll(async () => {
  await service.close();
  ats.closeAllConnections();
  await new Promise((resolve) => ats.close(resolve));
});

/** Carries out the sync that is queued, and returns its message. */
async function readLists(): Promise<string> {
  const { db } = service.services;
  await runJobs(db, syncJobs({ ...service.services, openTarget: targetsOpenedBy(service.services) }));
  const runs = await db.selectFrom('run').select('message').where('kind', '=', 'sync-lists').orderBy('id').execute();
  return runs.at(-1)?.message ?? '';
}

const connection = () => ({
  id: 1,
  name: 'Bullhorn West',
  isDisabled: false,
  username: doubleCredentials.username,
  password: doubleCredentials.password,
  clientSecret: doubleCredentials.clientSecret,
  url: `${atsUrl}/rest-services/loginInfo`,
  settings: { clientId: doubleCredentials.clientId, ownerId: 1, contactId: 2 },
});

test('lists targets with their kinds, and which of them values are mapped to', async () => {
  const at = { cust: 'me' } as const;
  expect(await service.call(listTargets, at, chief)).toMatchObject([
    { id: 1, typeId: 8, mapObjects: 'FS' },
    { id: 2, typeId: 4, mapObjects: '' },
  ]);
  expect(await service.call(listMapTargets, at, chief)).toEqual([{ id: 1, name: 'Bullhorn' }]);
  expect(await service.call(firstTargetId, at, chief)).toBe(1);
  expect(await service.call(firstTargetId, at, stranger)).toBe(0);
  expect((await service.call(listTargetTypes, {}, chief)).map(({ name }) => name)).toEqual([
    'CTM',
    'XML feed',
    'Bullhorn',
    'Salesforce',
    'Crelate',
    'LaborEdge',
    'Job board feed',
    'TravelNurseSource',
  ]);
  const kinds = await service.call(listAllTargetTypes, {}, await service.signIn('administrator'));
  expect(kinds).toHaveLength(47);
  expect(kinds.filter(({ canConnect }) => canConnect).map(({ id }) => id)).toEqual([2, 4, 8, 9, 22, 25, 26, 40]);
  expect(kinds[9]).toEqual({ id: 10, name: 'Target 10', canConnect: false, isDescribed: false });
  expect((await service.send(listAllTargetTypes, {}, chief)).status).toBe(403);
});

test('without a connection a check says what to fill in, and a sync that it could not be done', async () => {
  expect(await service.call(checkTarget, { id: 1 }, chief)).toEqual({
    state: 'failed',
    words: expect.stringContaining('Client secret'),
    signInAt: null,
  });
  expect(await service.call(syncTarget, { cust: 'me', target: 1 }, chief)).toEqual({ message: messages.syncNotQueued });
});

test('a connection that lacks something is refused by field, unless the target is disabled', async () => {
  const bare = { ...connection(), username: '', settings: {} };
  const { status, body } = await service.send(saveTarget, bare, chief);
  expect(status).toBe(400);
  expect(Object.keys((body as { fields: object }).fields).sort()).toEqual(['clientId', 'contactId', 'ownerId', 'username']);
  expect(await service.call(saveTarget, { ...bare, isDisabled: true }, chief)).toMatchObject({ isDisabled: true });
});

test('settings are refused by name if they are unknown, of another type, or a link that is not http', async () => {
  const refusalOf = async (settings: object) =>
    (await service.send(saveTarget, { ...connection(), isDisabled: true, settings }, chief)).body;
  const kept = connection().settings;
  const page = (applyUrl: string) => ({ ...kept, applyUrl });
  expect(await refusalOf({ ...kept, colour: 'red' })).toMatchObject({ fields: { 'settings.colour': expect.any(String) } });
  expect(await refusalOf({ ...kept, ownerId: 'one' })).toMatchObject({ fields: { 'settings.ownerId': expect.any(String) } });
  for (const link of ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', '/apply', 'https:'])
    expect(await refusalOf(page(link)), link).toMatchObject({ kind: 'invalid' });
  expect(await refusalOf(page('https://agency.example/apply/{reference}'))).toMatchObject({ id: 1 });
});

test('a connection is saved without returning its secrets, then checked, and its lists are read', async () => {
  const saved = await service.call(saveTarget, connection(), chief);
  expect(saved).toMatchObject({ name: 'Bullhorn West', username: doubleCredentials.username, settings: { ownerId: 1 } });
  const read = await service.call(readTarget, { id: 1 }, chief);
  expect(read).toEqual(saved);
  for (const secret of [doubleCredentials.password, doubleCredentials.clientSecret])
    expect(JSON.stringify(read)).not.toContain(secret);
  const audit = await service.services.db.selectFrom('audit').select('detail').where('command', '=', 'target.save').execute();
  const [line] = audit.slice(-1);
  expect(line).toMatchObject({ detail: { newPassword: true, changed: { disabled: [true, false] } } });
  expect(JSON.stringify(line)).not.toContain(doubleCredentials.password);

  expect(await service.call(checkTarget, { id: 1 }, chief)).toEqual({ state: 'ok', words: '', signInAt: null });
  const sync = async () => {
    expect(await service.call(syncTarget, { cust: 'me', target: 1 }, chief)).toEqual({ message: '' });
    return readLists();
  };
  expect(await sync()).toMatch(/^Complete\. \d+ added, 0 changed, 0 removed\.$/);
  expect(await sync()).toBe('Complete. 0 added, 0 changed, 0 removed.');

  // A wrong password is found by the check; a blank one keeps what is there.
  await service.call(saveTarget, { ...connection(), password: 'wrong' }, chief);
  expect(await service.call(checkTarget, { id: 1 }, chief)).toMatchObject({
    state: 'failed',
    words: expect.stringMatching(/./),
  });
  await service.call(saveTarget, connection(), chief);
  await service.call(saveTarget, { ...connection(), password: '', clientSecret: '' }, chief);
  expect(await service.call(checkTarget, { id: 1 }, chief)).toMatchObject({ state: 'ok' });
});

test('the calls of a target are counted for those who may change it, with what its kind allows', async () => {
  await service.call(checkTarget, { id: 1 }, chief);
  const { minute, month, day, pausedUntil } = await service.call(targetLimits, { cust: 'me', target: 1 }, chief);
  expect(minute).toMatchObject({ allowed: 1500, asOf: expect.stringMatching(/^\d{4}-/) });
  expect(month).toMatchObject({ allowed: 100_000 });
  expect(month.used).toBeGreaterThan(1);
  expect({ day, pausedUntil }).toEqual({ day: null, pausedUntil: null });
  expect(await service.send(targetLimits, { cust: 'me', target: 1 }, recruiter)).toMatchObject({ status: 403 });
});

test('connection data and feed addresses are only for those who may change a target', async () => {
  const { db } = service.services;
  await db
    .insertInto('feed_address')
    .values({ key: 'k'.repeat(32), customer_id: service.people.north, target_id: 2 })
    .execute();
  await service.call(saveTarget, connection(), chief);
  const [mine, feed] = await service.call(listTargets, { cust: 'me' }, chief);
  expect(mine).toMatchObject({ username: doubleCredentials.username, settings: { ownerId: 1 } });
  expect(feed).toMatchObject({ xmlFeedUrl: `/feeds/${'k'.repeat(32)}` });
  const blank = { username: '', url: '', xmlFeedUrl: '', settings: {} };
  const shown = await service.call(listTargets, { cust: 'me' }, recruiter);
  expect(shown).toMatchObject([
    { id: 1, name: 'Bullhorn West', typeId: 8, isDisabled: false, ...blank },
    { id: 2, name: 'Feed', ...blank },
  ]);
  expect(shown[0]?.settings).toEqual({});
  expect(await service.call(readTarget, { id: 1 }, recruiter)).toEqual(shown[0]);
});

test('checks, syncs and client searches share one session with the ATS', async () => {
  // Other settings than in the tests before, whose session would be used again.
  const own = { ...connection(), settings: { ...connection().settings, ownerId: 7 } };
  await service.call(saveTarget, own, chief);
  const before = double.signIns();
  expect(await service.call(checkTarget, { id: 1 }, chief)).toMatchObject({ state: 'ok' });
  await service.call(syncTarget, { cust: 'me', target: 1 }, chief);
  expect(await readLists()).toMatch(/^Complete/);
  expect(await service.call(checkTarget, { id: 1 }, chief)).toMatchObject({ state: 'ok' });
  expect(double.signIns() - before).toBe(1);
  // Another secret is tried at once, with a session of its own.
  await service.call(saveTarget, { ...own, password: 'wrong' }, chief);
  expect(await service.call(checkTarget, { id: 1 }, chief)).toMatchObject({ state: 'failed' });
  await service.call(saveTarget, connection(), chief);
});

test('the fields of job orders are read from the ATS, also where it refuses to list all at once', async () => {
  await service.call(saveTarget, connection(), chief);
  const at = { target: 1, cust: 'me' } as const;
  const fields = await service.call(listAtsFields, at, chief);
  expect(fields.find(({ name }) => name === 'customText1')).toEqual({
    label: 'Shift',
    name: 'customText1',
    length: 100,
    type: 'String',
    picklistValues: [],
  });
  expect(fields.find(({ name }) => name === 'employmentType')?.picklistValues).toContainEqual({
    value: 'Per Diem',
    label: 'Per Diem',
  });
  double.faults.push('refuse-all-fields');
  const known = (await service.call(listAtsFields, at, chief)).map(({ name }) => name);
  expect(known).toContain('customText1');
  expect(known.length).toBeLessThan(fields.length);
  // A feed has no fields of its own, and another customer's target does not exist.
  expect(await service.send(listAtsFields, { ...at, target: 2 }, chief)).toMatchObject({
    status: 400,
    body: { fields: { target: expect.stringMatching(/^Failed to connect to Feed/) } },
  });
  expect((await service.send(listAtsFields, at, stranger)).status).toBe(404);
});

test('a secret stays with the host that it was given for: another host asks for both again', async () => {
  await service.call(saveTarget, connection(), chief);
  const elsewhere = { ...connection(), url: 'https://evil.example/rest-services/loginInfo' };
  expect(await service.send(saveTarget, { ...elsewhere, password: '', clientSecret: '' }, chief)).toMatchObject({
    status: 400,
    body: {
      fields: {
        password: 'Write the password again: the address is of another host.',
        clientSecret: 'Write the client secret again: the address is of another host.',
      },
    },
  });
  expect(await service.send(saveTarget, { ...elsewhere, clientSecret: '' }, chief)).toMatchObject({ status: 400 });
  expect(await service.call(checkTarget, { id: 1 }, chief)).toMatchObject({ state: 'ok' });
  // Another path on the same host needs nothing.
  const samePlace = { ...connection(), url: `${atsUrl}/rest-services/loginInfo?v=2`, password: '', clientSecret: '' };
  expect(await service.call(saveTarget, samePlace, chief)).toMatchObject({ url: samePlace.url });
});

test('who works as another user changes neither secrets nor their host', async () => {
  const { north, chief: subject } = service.people;
  const administrator = await service.signIn('administrator');
  const { accessToken } = await service.call(loginAs, { cust: north, user: subject, reason: 'Check' }, administrator);
  const kept = { ...connection(), password: '', clientSecret: '' };
  expect((await service.send(saveTarget, { ...kept, url: 'https://evil.example/x' }, accessToken)).status).toBe(403);
  expect((await service.send(saveTarget, connection(), accessToken)).status).toBe(403);
  expect((await service.send(saveTarget, { ...kept, settings: { ...kept.settings, ownerId: 2 } }, accessToken)).status).toBe(200);
});

test('counts the posts of each target by state', async () => {
  const { db, now } = service.services;
  const at = now().toISOString();
  const states = ['wanted', 'sending', 'unknown', 'human', 'failed', 'done', 'done'] as const;
  for (const [n, state] of states.entries()) {
    const job = { customer_id: service.people.north, target_id: 1, job_id: n + 1, reference: `R${n}` };
    await db
      .insertInto('post')
      .values({ ...job, state, next_at: at, created_at: at, updated_at: at })
      .execute();
  }
  // It was tried and waits for the target to be reached.
  const later = new Date(now().getTime() + 60_000).toISOString();
  const waits = {
    customer_id: service.people.north,
    target_id: 1,
    job_id: 8,
    reference: 'R8',
    state: 'wanted',
    tries: 1,
  } as const;
  await db
    .insertInto('post')
    .values({ ...waits, next_at: later, created_at: at, updated_at: later })
    .execute();
  const never = { lastPostedAt: null, refusedAt: null, doubtfulAt: null, unreachedAt: null };
  const none = { waiting: 0, doubtful: 0, refused: 0, done: 0, ...never };
  const times = { lastPostedAt: at, refusedAt: at, doubtfulAt: at, unreachedAt: later };
  expect(await service.call(targetStatus, { cust: 'me' }, chief)).toEqual([
    { id: 1, name: 'Bullhorn West', waiting: 3, doubtful: 2, refused: 1, done: 2, ...times },
    { id: 2, name: 'Feed', ...none },
  ]);
});

test('a target of another customer is not found, and a recruiter cannot change targets', async () => {
  for (const [call, args] of [
    [readTarget, { id: 1 }],
    [readTarget, { id: 4711 }],
  ] as const)
    expect((await service.send(call, args, stranger)).status).toBe(404);
  for (const [call, args] of [
    [checkTarget, { id: 4711 }],
    [syncTarget, { cust: 'me', target: 4711 }],
    [saveTarget, { ...connection(), id: 4711 }],
  ] as const) {
    expect((await service.send(call, args, chief)).status).toBe(404);
    expect((await service.send(call, args, recruiter)).status).toBe(403);
  }
});

test('a target takes orders and shifts until somebody chooses, and keeps the choice of a caller who says nothing of it', async () => {
  const off = { ...connection(), isDisabled: true };
  expect(await service.call(saveTarget, off, chief)).toMatchObject({ hierarchyLevel: 'both' });
  expect(await service.call(saveTarget, { ...off, hierarchyLevel: 'orders' }, chief)).toMatchObject({ hierarchyLevel: 'orders' });
  expect(await service.call(saveTarget, off, chief)).toMatchObject({ hierarchyLevel: 'orders' });
  const { row } = await service.services.db.selectFrom('target').select('row').where('id', '=', 1).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ hierarchyLevel: 'orders' });
  const { status } = await service.send(saveTarget, { ...off, hierarchyLevel: 'none' }, chief);
  expect(status).toBe(400);
  await service.call(saveTarget, { ...off, hierarchyLevel: 'both' }, chief);
});

test('an administrator adds a target of a kind that can be connected; what is missing is named by field', async () => {
  const administrator = await service.signIn('administrator');
  const { north } = service.people;
  const fresh = { ...connection(), id: 0, customerId: north, typeId: 8, name: 'Second ATS' };
  const fieldsOf = async (args: object, token = administrator) =>
    (await service.send(saveTarget, { ...fresh, ...args }, token)).body as { fields?: object };
  expect(await fieldsOf({ typeId: 10 })).toMatchObject({ fields: { typeId: 'Choose a type that can be connected' } });
  expect(await fieldsOf({ password: '', clientSecret: '' })).toMatchObject({
    fields: {
      password: 'Write the password of the API user',
      clientSecret: 'Write the client secret that Bullhorn gave',
    },
  });
  expect((await service.send(saveTarget, { ...fresh, customerId: 4711 }, administrator)).status).toBe(404);
  expect((await service.send(saveTarget, fresh, chief)).status).toBe(404);
  const before = (await service.call(listTargets, { cust: north }, administrator)).length;
  const added = await service.call(saveTarget, fresh, administrator);
  expect(added).toMatchObject({ customerId: north, typeId: 8, name: 'Second ATS', mapObjects: 'FDS' });
  expect(await service.call(checkTarget, { id: added.id }, administrator)).toEqual({ state: 'ok', words: '', signInAt: null });
  const feed = await service.call(
    saveTarget,
    { id: 0, customerId: north, typeId: 4, name: 'Feed 2', isDisabled: false },
    administrator,
  );
  expect(feed.xmlFeedUrl).toMatch(/^\/feeds\/.{32}$/);
  expect(await service.call(listTargets, { cust: north }, administrator)).toHaveLength(before + 2);
});

test('a deleted target stops what waits, keeps the ids of posted jobs, and loses its secrets', async () => {
  const administrator = await service.signIn('administrator');
  const { db, now } = service.services;
  const { north } = service.people;
  const fresh = { ...connection(), id: 0, customerId: north, typeId: 8, name: 'Third ATS' };
  const { id } = await service.call(saveTarget, fresh, administrator);
  const at = now().toISOString();
  const post = { customer_id: north, target_id: id, next_at: at, created_at: at, updated_at: at };
  await db
    .insertInto('post')
    .values([
      { ...post, job_id: 1, reference: 'D1', state: 'wanted' },
      { ...post, job_id: 2, reference: 'D2', state: 'done', external_id: '77', follow: 1 },
      { ...post, job_id: 3, reference: 'D3', state: 'human' },
      { ...post, job_id: 4, reference: 'D4', state: 'sending', lease_until: new Date(now().getTime() + 60_000).toISOString() },
    ])
    .execute();
  const remove = (name: string, token = administrator) => service.send(removeTarget, { id, name }, token);
  expect((await remove('Third ATS', chief)).status).toBe(403);
  expect((await remove('Third')).body).toMatchObject({ fields: { name: expect.stringContaining('Third ATS') } });
  expect((await remove('Third ATS')).body).toMatchObject({ fields: { id: expect.stringContaining('being sent') } });
  const ofIt = db.selectFrom('post').where('target_id', '=', id);
  await db
    .updateTable('post')
    .set({ state: 'done', external_id: '78' })
    .where('target_id', '=', id)
    .where('job_id', '=', 4)
    .execute();
  expect(await remove('Third ATS')).toMatchObject({ status: 200, body: { stopped: 2 } });
  expect(await ofIt.select(['state', 'external_id', 'words', 'follow']).orderBy('job_id').execute()).toEqual([
    { state: 'failed', external_id: null, words: 'Not sent: the target was deleted.', follow: null },
    { state: 'done', external_id: '77', words: null, follow: null },
    { state: 'failed', external_id: null, words: expect.stringContaining('Look there'), follow: null },
    { state: 'done', external_id: '78', words: null, follow: null },
  ]);
  expect((await service.send(readTarget, { id }, administrator)).status).toBe(404);
  expect(
    await service.services.secrets.take(db, { customerId: north, owner: `target:${id}`, field: 'password' }),
  ).toBeUndefined();
  expect((await remove('Third ATS')).status).toBe(404);
});
