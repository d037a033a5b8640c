import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { idleAdapter, PostingWorld } from '#tests/support/posting-world.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
let world: PostingWorld;

beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.close());
beforeEach(async () => void (world = await PostingWorld.make(database)));
afterEach(() => world.close());

describe('posting', () => {
  test('[S8] two queues side by side post each of 20 jobs once, and every job shows its receipt', async () => {
    await world.wantedJobs(20);
    await Promise.all([world.queue().runOnce(), world.queue().runOnce()]);
    expect(world.double.records.jobOrders).toHaveLength(20);
    expect(new Set(world.double.records.jobOrders.map((o) => o['externalID'])).size).toBe(20);
    expect((await world.posts()).map((p) => p.state)).toEqual(Array(20).fill('done'));
    expect(await world.job(20)).toMatchObject({ postState: 'done', externalJobId: expect.stringMatching(/^500\d\d$/) });
  });

  test('[S8.1] a reply lost after the job was made is looked up after 30 s and found: one job order, not two', async () => {
    await world.wantedJobs(1);
    world.double.faults.push('drop-after-create');
    const posting = world.queue();
    await posting.runOnce();
    expect(await world.job()).toMatchObject({ postState: 'unknown' });
    expect(await posting.runOnce()).toBe(0);
    world.later(31);
    await posting.runOnce();
    expect(await world.job()).toMatchObject({ postState: 'done', externalJobId: '50001' });
    expect(world.double.records.jobOrders).toHaveLength(1);
  });

  test('[S8.2] a call that broke before the job was made ends with a person after four look-ups, never with a blind retry', async () => {
    await world.wantedJobs(1);
    world.double.faults.push('drop-before');
    const posting = world.queue();
    await posting.runOnce();
    for (const seconds of [31, 121, 301, 901]) {
      world.later(seconds);
      await posting.runOnce();
    }
    expect(await world.job()).toMatchObject({ postState: 'human' });
    expect(world.double.records.jobOrders).toHaveLength(0);
  });

  test('[S8.1] a worker that died in the call leaves its post unknown once the lease has ended', async () => {
    await world.wantedJobs(1);
    const dies = world.queue({
      adapter: { ...idleAdapter, post: () => new Promise(() => undefined) },
    });
    void dies.runOnce();
    await expect.poll(async () => (await world.posts())[0]?.state).toBe('sending');
    world.later(299);
    expect(await world.queue().runOnce()).toBe(0);
    world.later(2);
    await world.queue().runOnce();
    expect(await world.job()).toMatchObject({ postState: 'unknown' });
  });

  test('[S8.4] a job put on hold after it was asked for is not sent, and says why', async () => {
    await world.wantedJobs(1, { chgMap: 4 });
    await world.queue().runOnce();
    expect(await world.job()).toMatchObject({ postState: 'failed', posts: [{ words: expect.stringContaining('on hold') }] });
    expect(world.double.calls).toEqual([]);
  });

  test('[S8.4] who lost the right to post no longer posts', async () => {
    await world.wantedJobs(1);
    await database.db.updateTable('post').set({ asked_by: 7 }).where('customer_id', '=', world.customer).execute();
    await world.queue({ mayAsk: async () => false }).runOnce();
    expect(await world.job()).toMatchObject({
      postState: 'failed',
      posts: [{ words: expect.stringContaining('may no longer post') }],
    });
  });

  test('[S8.6] after a recovery a wanted post that the ATS already has is found, not made again', async () => {
    await world.wantedJobs(1);
    await world.queue().runOnce();
    await database.db
      .updateTable('post')
      .set({ state: 'wanted', external_id: null, tries: 0 })
      .where('customer_id', '=', world.customer)
      .execute();
    await world.queue({ reconcileFirst: true }).runOnce();
    expect(world.double.records.jobOrders).toHaveLength(1);
    expect(await world.job()).toMatchObject({ postState: 'done', externalJobId: '50001' });
  });

  test('[S8.5] five silences in a row rest the target for five minutes', async () => {
    await world.wantedJobs(9);
    world.double.faults.push(...Array<'drop-before'>(8).fill('drop-before'));
    const posting = world.queue();
    await posting.runOnce();
    world.later(31);
    expect(await posting.runOnce()).toBe(0);
    world.later(300);
    expect(await posting.runOnce()).toBeGreaterThan(0);
  });

  test('a definite refusal keeps Bullhorn’s own words and the queue leaves it alone', async () => {
    await world.wantedJobs(1);
    await world
      .queue({
        adapter: { ...idleAdapter, post: async () => ({ kind: 'refused', words: 'address: longer than 100' }) },
      })
      .runOnce();
    expect(await world.job()).toMatchObject({ postState: 'failed', posts: [{ words: 'address: longer than 100', tries: 1 }] });
    world.later(10_000);
    expect(await world.queue().runOnce()).toBe(0);
  });
});
