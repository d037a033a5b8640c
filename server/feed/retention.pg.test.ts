import { afterAll, beforeAll, expect, test } from 'vitest';
import { laneId, mutation, type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';
import { writeRows } from './publish.ts';
import { forgetOldSync } from './retention.ts';

let world: SyncWorld;
beforeAll(async () => {
  world = await startSyncWorld();
});
afterAll(() => world.close());

const inDays = (days: number) => new Date(world.services.now().getTime() + days * 86_400_000);
const remove = (id: number) =>
  world.db.transaction().execute((tx) => writeRows(tx, world.customerId, [{ collection: 'job', id, removed: true }]));

test('outcomes are kept for 35 days and the lane’s counter for longer', async () => {
  const lane = laneId('ann');
  await world.push(lane, [mutation(1, 'job.hold.v1', { ids: [1] })]);
  expect(await forgetOldSync(world.db, inDays(34))).toMatchObject({ results: 0, devices: 0 });
  expect(await forgetOldSync(world.db, inDays(36))).toMatchObject({ results: 1, devices: 0 });
  expect((await world.push(lane, [mutation(1, 'job.hold.v1', { ids: [1] })])).kind).toBe('done');
  expect(await world.push(lane, [mutation(3, 'job.hold.v1', { ids: [1] })])).toEqual({ kind: 'gap', expected: 2 });
});

test('tombstones are kept for 90 days; then the horizon moves past them and older devices reload everything', async () => {
  const before = (await world.pull(laneId('ben'), 0)) as { head: number };
  await remove(2); // covered by the mark of day 100
  await forgetOldSync(world.db, inDays(100));
  await remove(3); // newer than that mark
  expect(await forgetOldSync(world.db, inDays(189))).toMatchObject({ tombstones: 0 });
  expect(await world.pull(laneId('ben'), before.head)).toMatchObject({
    changes: [
      { id: 2, row: null },
      { id: 3, row: null },
    ],
  });
  expect(await forgetOldSync(world.db, inDays(191))).toMatchObject({ tombstones: 1 });
  expect(await world.pull(laneId('ben'), before.head)).toMatchObject({ kind: 'resync', why: 'horizon' });
  expect(await world.pull(laneId('ben'), before.head + 1)).toMatchObject({ changes: [{ id: 3, row: null }] });
});

test('devices unseen for 400 days are deleted together with their lane', async () => {
  expect(await forgetOldSync(world.db, inDays(401))).toMatchObject({ devices: 1 });
  expect(await world.push(laneId('ann'), [mutation(2, 'job.hold.v1', { ids: [1] })])).toEqual({ kind: 'client_unknown' });
});

test('ended and idle sessions, reset links and emails go after 35 days, failed sign-ins after one; an open session stays', async () => {
  const owner = { customer_id: world.customerId, user_id: world.ann.userId };
  const session = { ...owner, refresh_hash: 'h', created_at: inDays(0), seen_at: inDays(0), rotated_at: inDays(0) };
  await world.db
    .insertInto('session')
    .values([
      { ...session, seen_at: inDays(30) },
      { ...session, refresh_hash: 'idle' },
      { ...session, refresh_hash: 'ended', seen_at: inDays(30), ended_at: inDays(0) },
    ])
    .execute();
  await world.db
    .insertInto('sign_in_attempt')
    .values({ key: 'k', failures: 1, window_started_at: inDays(0) })
    .execute();
  await world.db
    .insertInto('reset_token')
    .values({ ...owner, token_hash: 't', expires_at: inDays(0) })
    .execute();
  const mail = { customer_id: world.customerId, cause: 'c', to_address: 'ann@example.org', subject: 's', text: 't' };
  await world.db
    .insertInto('mail')
    .values({ ...mail, at: inDays(0) })
    .execute();
  expect(await forgetOldSync(world.db, inDays(0))).toMatchObject({ accounts: 0 });
  expect(await forgetOldSync(world.db, inDays(34))).toMatchObject({ accounts: 1 });
  expect(await forgetOldSync(world.db, inDays(36))).toMatchObject({ accounts: 4 });
  expect(await world.db.selectFrom('session').select('refresh_hash').execute()).toEqual([{ refresh_hash: 'h' }]);
});
