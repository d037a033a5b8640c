import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { copyDatabase, dropDatabase } from '#tests/support/test-database.ts';
import { laneId, mutation, type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';
import { openDatabase } from './connection.ts';
import { proveBackup, recordDurable } from './proved-backup.ts';

let world: SyncWorld;
let copy: Awaited<ReturnType<typeof copyDatabase>>;
beforeAll(async () => {
  world = await startSyncWorld(20);
});
afterAll(() => world.close());
afterEach(() => dropDatabase(copy));

const durable = async () =>
  (
    await world.db
      .selectFrom('customer_feed')
      .select('durable_rev')
      .where('customer_id', '=', world.customerId)
      .executeTakeFirst()
  )?.durable_rev;
let seq = 0;
const hold = (id: number) => world.push(laneId('ann'), [mutation(++seq, 'job.hold.v1', { ids: [id] })]);

test('[edge case 16] a copy with the database’s data at its time is verified, whatever changed since; devices get its head', async () => {
  copy = await copyDatabase(world);
  await hold(3);
  const proof = await proveBackup(world.url, copy.url);
  // The global feed, 0, has the first support questions and Jobdock's own lists of submissions.
  expect(proof).toEqual({
    heads: new Map([
      [0, 2],
      [world.customerId, 1],
    ]),
    wrong: [],
  });
  await recordDurable(world.url, proof.heads);
  expect(await durable()).toBe(1);
  expect(await world.pull(laneId('ann'), 1)).toMatchObject({ kind: 'page', upto: 2, durableRev: 1 });
});

test('an older backup verified later does not lower the durable revision', async () => {
  await hold(4);
  copy = await copyDatabase(world);
  await recordDurable(world.url, (await proveBackup(world.url, copy.url)).heads);
  const newer = await durable();
  await recordDurable(world.url, new Map([[world.customerId, 1]]));
  expect(await durable()).toBe(newer);
});

test.each([
  ['a row is missing', 'delete from job where id = 7', 'job has 19 rows'],
  ['a row has another value', `update job set row = jsonb_set(row, '{billRate}', '1') where id = 7`, 'job has 20 rows'],
  ['it is ahead', 'update customer_feed set rev = rev + 10', 'ahead of the live database'],
  ['it is of an earlier epoch', "update feed_epoch set epoch = 'before'", 'another epoch'],
])('a copy is not verified if %s', async (_, damage, words) => {
  copy = await copyDatabase(world);
  const damaged = openDatabase(copy.url);
  await sql.raw(damage).execute(damaged);
  await damaged.destroy();
  const { wrong } = await proveBackup(world.url, copy.url);
  expect(wrong.join()).toContain(words);
});
