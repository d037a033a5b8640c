import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { PostingWorld } from '#tests/support/worlds/posting-world.ts';

let database: TestDatabase;
let world: PostingWorld;

beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.close());
afterEach(() => world.close());
/** Two posts that were asked for: job 1 of Harbor VMS, and job 2, the same order of Medefis. */
beforeEach(async () => {
  world = await PostingWorld.make(database);
  await world.wantedJobs(2);
  const same = { degreeMap: 'D', specialtyMap: '101', shiftMap: 'N' };
  await world.change({ ...same, providerJobId: 'HV-204417' }, 1);
  await world.change({ ...same, providerJobId: 'MSP-204417', sourceId: 4, source: 'Medefis' }, 2);
});

const choice = (jobId: number, decision: 'post' | 'leave' | 'different'): Partial<JobRow> => ({
  sameOrder: [{ jobId, name: `job ${jobId}`, decision }],
});
const states = async () => (await world.posts()).map(({ state }) => state).toSorted();

test('[T9] of two posts of one order that start together exactly one goes, and the other says why', async () => {
  await Promise.all([world.queue().runOnce(), world.queue().runOnce()]);
  expect(world.double.records.jobOrders).toHaveLength(1);
  expect(await states()).toEqual(['done', 'failed']);
  const rows = [await world.job(1), await world.job(2)];
  const [failed] = rows.filter(({ postState }) => postState === 'failed');
  expect(failed?.posts[0]?.words).toMatch(/^Not sent: This order is posted from the other source: (Harbor VMS|Medefis) /);
});

test('the source that a person chose is posted, whichever comes first', async () => {
  await world.change(choice(2, 'leave'), 1);
  await world.change(choice(1, 'post'), 2);
  await world.queue().runOnce();
  expect(await world.job(2)).toMatchObject({ postState: 'done' });
  expect(await world.job(1)).toMatchObject({ postState: 'failed', posts: [{ words: expect.stringContaining('other source') }] });
  expect(world.double.records.jobOrders).toHaveLength(1);
});

test('orders that a person called different are both posted', async () => {
  await world.change(choice(2, 'different'), 1);
  await world.change(choice(1, 'different'), 2);
  await world.queue().runOnce();
  expect(await states()).toEqual(['done', 'done']);
});

test('once the posted order is withdrawn, the other one can be posted', async () => {
  await world.change({ status: 'Cancelled' }, 1);
  await world.queue().runOnce();
  expect(await world.job(2)).toMatchObject({ postState: 'done' });
});
