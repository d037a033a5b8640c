import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmWipe, killDevice, listDevices, readLockKey, reportLostWork } from '#contract/sync/devices.ts';
import { pullChanges, pushMutations, readSnapshot, sendHello, watchLive } from '#contract/sync/sync.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { laneId, mutation, stage } from '#tests/support/worlds/sync-world.ts';

let service: TestService;
let recruiter: string;
let chief: string;
let administrator: string;
let north: number;
beforeAll(async () => {
  service = await startTestService();
  north = service.people.north;
  await stage(service.services.db, north, 30);
  [recruiter, chief, administrator] = await Promise.all([
    service.signIn('recruiter'),
    service.signIn('chief'),
    service.signIn('administrator'),
  ]);
});
afterAll(() => service.close());

const lane = laneId('phone');
const hello = (over: Record<string, unknown> = {}) => ({
  protocol: 1,
  clientId: lane,
  customerId: north,
  deviceLabel: 'Phone',
  appVersion: '0.1.0',
  unsent: 0,
  oldestUnsentAt: null,
  persisted: true,
  ...over,
});
const now = () => service.services.now().toISOString();

describe('a lane from hello to wipe, over HTTP', () => {
  test('hello opens it, push works on it, and pull and snapshot return the same rows', async () => {
    const first = await service.call(sendHello, hello(), recruiter);
    expect(first).toMatchObject({ known: false, last: 0, rev: 1, killed: false });
    const push = {
      protocol: 1,
      clientId: lane,
      customerId: north,
      mutations: [mutation(1, 'job.hold.v1', { ids: [1] }, { createdAt: now() })],
    };
    expect(await service.call(pushMutations, push, recruiter)).toMatchObject({
      kind: 'done',
      last: 1,
      outcomes: [{ outcome: 'applied', rev: 2 }],
    });
    const { epoch, scope } = first;
    const page = await service.call(pullChanges, { customerId: north, clientId: lane, epoch, scope, since: 1 }, recruiter);
    expect(page).toMatchObject({ kind: 'page', upto: 2, lastSeq: 1, changes: [{ collection: 'job', id: 1 }] });
    expect(await service.call(sendHello, hello({ unsent: 3 }), recruiter)).toMatchObject({ known: true, last: 1 });

    const { response } = await service.send(readSnapshot, { customerId: north, clientId: lane }, recruiter, {
      headers: { authorization: `Bearer ${recruiter}`, 'accept-encoding': 'gzip' },
    });
    expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/x-ndjson; charset=utf-8' });
    const lines = gunzipSync(response.rawPayload)
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string });
    expect(lines[0]).toMatchObject({ kind: 'head', epoch, scope, rev: 2, lastSeq: 1, totals: { job: 30 } });
    expect(lines.at(-1)).toEqual({ kind: 'end', rows: 40 });
  });

  test('[edge case 20] an administrator sees a device and has it wiped; no one else may', async () => {
    expect((await service.send(listDevices, { cust: north }, chief)).status).toBe(403);
    const [device] = await service.call(listDevices, { cust: north }, administrator);
    expect(device).toMatchObject({
      clientId: lane,
      userName: 'The recruiter',
      label: 'Phone',
      appVersion: '0.1.0',
      unsent: 3,
      oldestUnsentAt: null,
      persisted: true,
      lastSeq: 1,
      killedAt: null,
      toldAt: null,
    });
    await service.call(killDevice, { cust: north, clientId: lane }, administrator);
    await service.call(killDevice, { cust: north, clientId: lane }, administrator);
    expect((await service.send(killDevice, { cust: north, clientId: 'no such device' }, administrator)).status).toBe(404);
    const kills = await service.services.db
      .selectFrom('audit')
      .select('actor_id')
      .where('command', '=', 'sync.kill_device')
      .execute();
    expect(kills).toEqual([{ actor_id: service.people.administrator }]);

    expect(await service.call(sendHello, hello(), recruiter)).toMatchObject({ killed: true });
    const push = { protocol: 1, clientId: lane, customerId: north, mutations: [mutation(2, 'job.hide.v1', { ids: [1] })] };
    expect(await service.call(pushMutations, push, recruiter)).toEqual({ kind: 'wipe' });
    const told = async () => (await service.call(listDevices, { cust: north }, administrator))[0];
    expect(await told()).toMatchObject({ toldAt: expect.any(String) as string, wipedAt: null });
    const receipt = { customerId: north, clientId: lane, unsent: 3 };
    expect((await service.send(confirmWipe, receipt, chief)).status).toBe(404);
    expect(await service.call(confirmWipe, receipt, recruiter)).toEqual({ noted: true });
    expect(await service.call(confirmWipe, { ...receipt, unsent: 0 }, recruiter)).toEqual({ noted: false });
    expect(await told()).toMatchObject({ wipedAt: expect.any(String) as string, wipedUnsent: 3, unsent: 0 });
  });
});

test('the count of changes waiting on a device goes down as they arrive', async () => {
  const clientId = laneId('counted');
  await service.call(sendHello, hello({ clientId, unsent: 2, oldestUnsentAt: now() }), recruiter);
  const device = async () =>
    (await service.call(listDevices, { cust: north }, administrator)).find((known) => known.clientId === clientId);
  expect(await device()).toMatchObject({ unsent: 2, oldestUnsentAt: expect.any(String) as string });
  const change = (seq: number) => mutation(seq, 'job.hold.v1', { ids: [seq] }, { createdAt: now() });
  const push = (seq: number) => ({ protocol: 1, clientId, customerId: north, mutations: [change(seq)] });
  await service.call(pushMutations, push(1), recruiter);
  expect(await device()).toMatchObject({ unsent: 1, oldestUnsentAt: expect.any(String) as string });
  await service.call(pushMutations, push(2), recruiter);
  await service.call(pushMutations, push(2), recruiter);
  expect(await device()).toMatchObject({ unsent: 0, oldestUnsentAt: null });
});

describe('[edge case 22] a device whose browser cleared its data', () => {
  const clientId = laneId('cleared');
  const report = { customerId: 0, clientId, maxSeq: 5, unsent: 4 };

  test('reports it and gets how many changes never arrived; a second report changes nothing', async () => {
    await service.call(sendHello, hello({ clientId, unsent: 4 }), recruiter);
    const first = mutation(1, 'job.hold.v1', { ids: [9] }, { createdAt: now() });
    const second = mutation(2, 'job.hold.v1', { ids: [10] }, { createdAt: now() });
    await service.call(pushMutations, { protocol: 1, clientId, customerId: north, mutations: [first, second] }, recruiter);
    expect(await service.call(reportLostWork, { ...report, customerId: north }, recruiter)).toEqual({ lost: 3 });
    expect(await service.call(reportLostWork, { ...report, customerId: north, unsent: 9 }, recruiter)).toEqual({ lost: 3 });
    const [device] = (await service.call(listDevices, { cust: north }, administrator)).filter((d) => d.clientId === clientId);
    expect(device).toMatchObject({ lostUnsent: 3, lostAt: expect.any(String) as string, unsent: 0 });
    const lines = await service.services.db
      .selectFrom('audit')
      .select('detail')
      .where('command', '=', 'sync.lost_work')
      .execute();
    expect(lines).toEqual([{ detail: { clientId, unsent: 4, maxSeq: 5, lost: 3 } }]);
  });

  test('no one else can report it', async () => {
    expect((await service.send(reportLostWork, { ...report, customerId: north }, chief)).status).toBe(404);
  });
});

describe('[D8.3] the key that encrypts a device’s waiting changes', () => {
  const clientId = laneId('sealed');
  const ask = (token: string, over: Record<string, unknown> = {}) =>
    service.send(readLockKey, { customerId: north, clientId, ...over }, token);

  test('has 32 bytes, is the same at each sign-in, differs for each lane, and no one else gets it', async () => {
    await service.call(sendHello, hello({ clientId }), recruiter);
    const { body, response } = await ask(recruiter);
    const { key } = body as { key: string };
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(response.headers['cache-control']).toContain('no-store');
    expect((await ask(await service.signIn('recruiter'))).body).toEqual(body);
    expect((await ask(recruiter, { clientId: laneId('another') })).body).not.toEqual(body);
    expect((await ask(chief)).status).toBe(404);
  });

  test('a user who lost access to the customer still gets it, to export their own work', async () => {
    const { db } = service.services;
    const stranger = await service.signIn('stranger');
    const link = { customer_id: service.people.south, user_id: service.people.stranger, linked_customer_id: north };
    await db
      .insertInto('user_link')
      .values({ ...link, agreed_at: new Date() })
      .execute();
    const lent = laneId('lent');
    await service.call(sendHello, hello({ clientId: lent }), stranger);
    const { body } = await ask(stranger, { clientId: lent });
    await db.deleteFrom('user_link').where('user_id', '=', service.people.stranger).execute();
    expect((await service.send(sendHello, hello({ clientId: lent }), stranger)).status).toBe(403);
    expect((await ask(stranger, { clientId: lent })).body).toEqual(body);
    expect((await ask(stranger, { clientId: laneId('never seen') })).status).toBe(404);
  });

  test('is never given again for a killed device', async () => {
    await service.call(killDevice, { cust: north, clientId }, administrator);
    expect((await ask(recruiter)).body).toEqual({ kind: 'wipe' });
  });
});

test('a stream of pokes sends the head and ends when the service shuts down', async () => {
  const other = await startTestService();
  const token = await other.signIn('recruiter');
  await stage(other.services.db, other.people.north, 1);
  const stream = other.send(watchLive, { customerId: other.people.north }, token);
  await new Promise((done) => setTimeout(done, 300));
  await other.close();
  const { response } = await stream;
  expect(response.headers['content-type']).toContain('text/event-stream');
  expect(response.body).toContain(`data: {"customer":${other.people.north},"rev":1}`);
});
