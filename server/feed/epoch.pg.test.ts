import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nobody } from '#contract/rows/rows.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { endEpoch, markRestored, mustReconcile, startEpoch } from './epoch.ts';
import { recoveryGap } from './recovery-gap.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await database.db.insertInto('customer').values({ name: 'North' }).execute();
  await database.db.insertInto('customer_feed').values({ customer_id: 1, rev: 41 }).execute();
});
afterEach(() => database.close());

const state = () => database.db.selectFrom('feed_epoch').select(['clean', 'recoveries']).executeTakeFirstOrThrow();
const feedOf = (customerId: number) =>
  database.db
    .selectFrom('customer_feed')
    .select(['rev', 'durable_rev'])
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
const head = async () => (await feedOf(1)).rev;
/** The head of the global feed, which has the first support questions. */
const globalHead = async () => (await feedOf(nobody)).rev;

test('after a clean shutdown the feed continues at the same revision', async () => {
  expect(await startEpoch(database.db, now)).toEqual({ recovered: false, reconcileFirst: false });
  await endEpoch(database.db);
  expect(await startEpoch(database.db, now)).toEqual({ recovered: false, reconcileFirst: false });
  expect(await head()).toBe(41);
});

test('[edge case 40] the clean-shutdown mark is removed while the process runs', async () => {
  await startEpoch(database.db, now);
  expect((await state()).clean).toBe(false);
});

test('[S4] without the mark every feed skips a million revisions or more, and each gap is recorded', async () => {
  const global = await globalHead();
  await startEpoch(database.db, now);
  expect(await startEpoch(database.db, now)).toEqual({ recovered: true, reconcileFirst: true });
  const [first, firstGlobal] = [await head(), await globalHead()];
  expect(first).toBeGreaterThanOrEqual(1_000_041);
  expect(await startEpoch(database.db, now)).toEqual({ recovered: true, reconcileFirst: true });
  const [second, secondGlobal] = [await head(), await globalHead()];
  expect(second).toBeGreaterThanOrEqual(first + 1_000_000);
  expect((await state()).recoveries).toEqual([
    { preHead: { 0: global, 1: 41 }, newBase: { 0: firstGlobal, 1: first }, at: now.toISOString() },
    { preHead: { 0: firstGlobal, 1: first }, newBase: { 0: secondGlobal, 1: second }, at: now.toISOString() },
  ]);
});

test('a second loss that also loses the first recovery record never reuses revisions', () => {
  expect(recoveryGap(0.25)).not.toBe(recoveryGap(0.75));
  expect(recoveryGap(0)).toBe(1_000_000);
});

test('[S8.6] after a clean restart soon after a recovery, every reference is looked up before sending; a week later none is', async () => {
  await startEpoch(database.db, now);
  await startEpoch(database.db, now);
  await endEpoch(database.db);
  const after = (days: number) => new Date(now.getTime() + days * 86_400_000);
  expect(await startEpoch(database.db, after(6))).toEqual({ recovered: false, reconcileFirst: true });
  await endEpoch(database.db);
  expect(await startEpoch(database.db, after(8))).toEqual({ recovered: false, reconcileFirst: false });
});

describe('[edge case 16] a database restored from a backup', () => {
  const epochAndDurable = async () => ({
    ...(await database.db.selectFrom('feed_epoch').select('epoch').executeTakeFirstOrThrow()),
    durable_rev: (await feedOf(1)).durable_rev,
  });

  test('gets a new epoch and skips a million revisions; what the backup held counts as durable', async () => {
    const before = await epochAndDurable();
    expect(before.durable_rev).toBeNull();
    expect(await markRestored(database.db, now)).toEqual({ customers: 1 });
    const after = await epochAndDurable();
    expect(after.epoch).not.toBe(before.epoch);
    expect(after.durable_rev).toBe(41);
    expect(await head()).toBeGreaterThanOrEqual(1_000_041);
    const lines = await database.db.selectFrom('audit').select(['command', 'detail']).execute();
    expect(lines).toEqual([{ command: 'sync.restored', detail: { head: 41 } }]);
  });

  test('[S8.6] makes every target reconcile first for a week, in one process or in several', async () => {
    await markRestored(database.db, now);
    expect(await mustReconcile(database.db, now)).toBe(true);
    expect(await startEpoch(database.db, now)).toEqual({ recovered: false, reconcileFirst: true });
    expect(await mustReconcile(database.db, new Date(now.getTime() + 8 * 86_400_000))).toBe(false);
  });

  test('sends jobs of the last week again in full, and its lists may contain earlier values', async () => {
    const post = { customer_id: 1, target_id: 1, state: 'done', external_id: '4711', updated_at: now } as const;
    const sent = (value: object) => JSON.stringify(value);
    await database.db
      .insertInto('post')
      .values([
        { ...post, job_id: 1, reference: 'A', sent: sent({ title: 'RN', address: { city: 'Reno' }, specialties: ['101'] }) },
        { ...post, job_id: 2, reference: 'B', sent: sent({ title: 'RN', specialties: { maybe: ['101', '102'] } }) },
        { ...post, job_id: 3, reference: 'C' },
        { ...post, job_id: 4, reference: 'D', sent: sent({ title: 'RN' }), updated_at: new Date(now.getTime() - 8 * 86_400_000) },
      ])
      .execute();
    await markRestored(database.db, now);
    const posts = await database.db.selectFrom('post').select(['sent', 'follow']).orderBy('job_id').execute();
    expect(posts).toEqual([
      { sent: { specialties: { maybe: ['101'] } }, follow: 0 },
      { sent: { specialties: { maybe: ['101', '102'] } }, follow: 0 },
      { sent: {}, follow: 0 },
      { sent: { title: 'RN' }, follow: null },
    ]);
  });

  test('a second restore from the same backup never reuses revisions', async () => {
    await markRestored(database.db, now);
    const first = await head();
    await database.db.updateTable('customer_feed').set({ rev: 41 }).execute();
    await markRestored(database.db, now);
    expect(await head()).not.toBe(first);
  });
});
