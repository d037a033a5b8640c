import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { PostingWorld } from '#tests/support/worlds/posting-world.ts';
import { readSameOrdersAlone } from './read-same-orders.ts';

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

test('a post waits for posts at its facility, or of a job that a choice names, and for no other', async () => {
  const { db } = database;
  const at = async (id: number, facility: string, over: Partial<JobRow> = {}): Promise<JobRow> => ({
    ...(await world.job(1)),
    id,
    facility,
    facilityMap: null,
    facilityValueId: null,
    ...over,
  });
  const [mercy, alsoMercy, sutter] = [await at(1, 'Mercy'), await at(2, ' MERCY '), await at(3, 'Sutter')];
  const chosen = await at(4, 'Dominican', choice(1, 'leave'));
  const chooses = { ...mercy, ...choice(4, 'post') };
  /** Whether a post of `job` gets past while one of `first` is being sent. */
  const passes = (first: JobRow, job: JobRow) =>
    db.transaction().execute(async (sending) => {
      await readSameOrdersAlone(sending, world.customer, first);
      const other = db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '100ms'`.execute(tx);
        await readSameOrdersAlone(tx, world.customer, job);
      });
      return other.then(
        () => true,
        (error: Error) => (error.message.includes('lock timeout') ? false : Promise.reject(error)),
      );
    });
  expect(await passes(mercy, alsoMercy)).toBe(false);
  expect(await passes(mercy, sutter)).toBe(true);
  expect(await passes(chooses, chosen)).toBe(false);
  expect(await passes(mercy, { ...alsoMercy, facilityMap: 'F-1' })).toBe(true);
});
