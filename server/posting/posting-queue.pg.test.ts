import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { idleAdapter, PostingWorld } from '#tests/support/worlds/posting-world.ts';

let database: TestDatabase;
let world: PostingWorld;

beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.close());
beforeEach(async () => void (world = await PostingWorld.make(database)));
afterEach(() => world.close());

describe('posting', () => {
  test('[T9] [S8] two queues at the same time post each of 20 jobs once, and every job shows its receipt', async () => {
    await world.wantedJobs(20);
    await Promise.all([world.queue().runOnce(), world.queue().runOnce()]);
    expect(world.double.records.jobOrders).toHaveLength(20);
    expect(new Set(world.double.records.jobOrders.map((o) => o['externalID'])).size).toBe(20);
    expect((await world.posts()).map((p) => p.state)).toEqual(Array(20).fill('done'));
    expect(await world.job(20)).toMatchObject({ postState: 'done', externalJobId: expect.stringMatching(/^500\d\d$/) });
  });

  test('[T7] [S8.1] if the reply is lost after the job order was created, a lookup finds it after 30 s: one job order, not two', async () => {
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

  test('[T8] [S8.2] a call that broke before the job order was created needs a person after four lookups and is never resent blindly', async () => {
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

  test('[S8.1] a worker that died during the call leaves its post unknown once the lease has ended', async () => {
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

  test('[T10] [S8.4] a job put on hold after the request is not sent, and its receipt says why', async () => {
    await world.wantedJobs(1, { chgMap: 4 });
    await world.queue().runOnce();
    expect(await world.job()).toMatchObject({ postState: 'failed', posts: [{ words: expect.stringContaining('on hold') }] });
    expect(world.double.calls).toEqual([]);
  });

  test('[T11] [S8.4] a user who lost the right to post no longer posts', async () => {
    await world.wantedJobs(1);
    await database.db.updateTable('post').set({ asked_by: 7 }).where('customer_id', '=', world.customer).execute();
    await world.queue({ mayAsk: async () => false }).runOnce();
    expect(await world.job()).toMatchObject({
      postState: 'failed',
      posts: [{ words: expect.stringContaining('may no longer post') }],
    });
  });

  test('[S8.6] after a recovery a post that the ATS already has is found and not created again', async () => {
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

  test('[T12] [S8.5] after five calls in a row without a reply, the target is not called for five minutes', async () => {
    await world.wantedJobs(9);
    world.double.faults.push(...Array<'drop-before'>(8).fill('drop-before'));
    const posting = world.queue();
    await posting.runOnce();
    world.later(31);
    expect(await posting.runOnce()).toBe(0);
    world.later(300);
    expect(await posting.runOnce()).toBeGreaterThan(0);
  });

  test('[T13] a definite refusal keeps Bullhorn’s own words, and the queue does not retry it', async () => {
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

  test('a job that is mapped to a value which the target does not list is not sent, and says which', async () => {
    await world.mapText({ id: 11, kind: 'facility', mappedId: 'of another ATS' });
    await world.wantedJobs(1, { facilityMap: null, facilityValueId: 11 });
    await world.queue().runOnce();
    expect(world.double.records.jobOrders).toHaveLength(0);
    expect((await world.job()).posts[0]?.words).toMatch(
      /the facility it is mapped to is not in the lists of Bullhorn; map it again\./,
    );
  });
});
