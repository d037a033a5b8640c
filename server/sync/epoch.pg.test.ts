import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { endEpoch, startEpoch } from './epoch.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await database.db.insertInto('customer').values({ name: 'North' }).execute();
  await database.db.insertInto('customer_feed').values({ customer_id: 1, rev: 41 }).execute();
});
afterEach(() => database.close());

const state = () => database.db.selectFrom('feed_epoch').select(['clean', 'recoveries']).executeTakeFirstOrThrow();
const head = async () => (await database.db.selectFrom('customer_feed').select('rev').executeTakeFirstOrThrow()).rev;

test('after a clean end the feed goes on where it was', async () => {
  expect(await startEpoch(database.db)).toEqual({ recovered: false });
  await endEpoch(database.db);
  expect(await startEpoch(database.db)).toEqual({ recovered: false });
  expect(await head()).toBe(41);
});

test('[edge case 40] the mark is gone while the process runs', async () => {
  await startEpoch(database.db);
  expect((await state()).clean).toBe(false);
});

test('[S4] without the mark every feed skips a million revisions, and the gap is recorded each time', async () => {
  await startEpoch(database.db);
  expect(await startEpoch(database.db)).toEqual({ recovered: true });
  expect(await head()).toBe(1_000_041);
  expect(await startEpoch(database.db)).toEqual({ recovered: true });
  expect((await state()).recoveries).toEqual([
    { preHead: { 1: 41 }, newBase: { 1: 1_000_041 } },
    { preHead: { 1: 1_000_041 }, newBase: { 1: 2_000_041 } },
  ]);
});
