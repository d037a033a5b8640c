import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { killDevice, listDevices, pullChanges, pushMutations, readSnapshot, sayHello, watchLive } from '#contract/sync.ts';
import { laneId, mutation, stage } from '#tests/support/sync-world.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

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
  test('hello opens it, push works on it, pull and snapshot agree on what came', async () => {
    const first = await service.call(sayHello, hello(), recruiter);
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
    expect(await service.call(sayHello, hello({ unsent: 3 }), recruiter)).toMatchObject({ known: true, last: 1 });

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

  test('[edge case 20] an administrator sees it and has it wiped; nobody else may', async () => {
    expect((await service.send(listDevices, { cust: north }, chief)).status).toBe(403);
    const [device] = await service.call(listDevices, { cust: north }, administrator);
    expect(device).toMatchObject({
      clientId: lane,
      userName: 'The recruiter',
      label: 'Phone',
      unsent: 3,
      lastSeq: 1,
      killedAt: null,
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

    expect(await service.call(sayHello, hello(), recruiter)).toMatchObject({ killed: true });
    const push = { protocol: 1, clientId: lane, customerId: north, mutations: [mutation(2, 'job.hide.v1', { ids: [1] })] };
    expect(await service.call(pushMutations, push, recruiter)).toEqual({ kind: 'wipe' });
    expect((await service.call(listDevices, { cust: north }, administrator))[0]?.wipedAt).not.toBeNull();
  });
});

test('a stream of pokes tells the head and ends when the service drains', async () => {
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
