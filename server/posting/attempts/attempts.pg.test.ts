import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TargetAdapter } from '#server/targets/adapter/target-adapter.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { PostingWorld } from '#tests/support/worlds/posting-world.ts';

let database: TestDatabase;
let world: PostingWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  world = await PostingWorld.make(database);
});
afterEach(() => world.close());

const attempts = () =>
  database.db.selectFrom('post_attempt').selectAll().where('customer_id', '=', world.customer).orderBy('id').execute();

test('a post keeps what was sent and answered, is read back, and says nothing where all was kept', async () => {
  await world.wantedJobs(1);
  await world.queue().runOnce();
  expect(await attempts()).toMatchObject([
    {
      kind: 'post',
      answer: 'done',
      status: 200,
      external_id: (await world.job()).externalJobId,
      sent: { title: expect.any(String), numOpenings: expect.any(Number) },
      body: expect.stringContaining('changedEntityId'),
    },
  ]);
  const posted = (await world.job()).posts;
  await world.queue().runOnce();
  const [, read] = await attempts();
  expect(read).toMatchObject({ kind: 'readBack', answer: 'found', notes: [], stored: { title: expect.any(String) } });
  expect((await world.job()).posts).toEqual(posted);
  expect(await world.queue().runOnce()).toBe(0);
});

test('what the target stored otherwise is a note on the receipt, until the job order is written again', async () => {
  await world.wantedJobs(1, { title: 'ICU nights '.repeat(13).trim(), billRate: 41.5 });
  await world.queue().runOnce();
  const [made] = world.double.records.jobOrders;
  if (!made) throw new Error('nothing was posted');
  Object.assign(made, { title: String(made['title']).slice(0, 60), clientBillRate: 41, specialties: [] });
  await world.queue().runOnce();
  const [receipt] = (await world.job()).posts;
  expect(receipt).toMatchObject({ state: 'done', words: null });
  expect(receipt?.note).toMatch(/Title: kept \d+ of 100 characters\./);
  expect(receipt?.note).toContain('Client bill rate: 41.5 was stored as 41.');
  expect(await world.queue().runOnce()).toBe(0);
  world.later(60);
  await world.change({ positions: 5 });
  await world.queue().runOnce();
  expect((await world.job()).posts[0]).not.toHaveProperty('note');
});

test('a reading that fails leaves the post as it is and is tried three times', async () => {
  await world.wantedJobs(1);
  const adapter: TargetAdapter = { ...world.adapter(), read: async () => ({ kind: 'unknown', words: 'no answer' }) };
  const queue = world.queue({ adapter });
  await queue.runOnce();
  const { posts } = await world.job();
  for (let i = 0; i < 5; i++) {
    await queue.runOnce();
    world.later(61);
  }
  expect((await attempts()).map(({ kind, answer }) => [kind, answer])).toEqual([
    ['post', 'done'],
    ['readBack', 'unknown'],
    ['readBack', 'unknown'],
    ['readBack', 'unknown'],
  ]);
  expect((await world.job()).posts).toEqual(posts);
});

test('a kill during a call leaves an open attempt, which the end of the lease turns into a broken one', async () => {
  await world.wantedJobs(1);
  const dies: TargetAdapter = {
    ...world.adapter(),
    post: () => Promise.reject(new Error('killed')),
    find: async () => ({ kind: 'unknown', words: 'no answer' }),
  };
  await world.queue({ adapter: dies }).runOnce();
  expect(await attempts()).toMatchObject([{ kind: 'post', answer: null, sent: { title: expect.any(String) } }]);
  expect((await world.posts())[0]).toMatchObject({ state: 'sending' });
  world.later(301);
  await world.queue({ adapter: dies }).runOnce();
  expect(await attempts()).toMatchObject([{ kind: 'post', answer: 'unknown', words: 'The service stopped during the call' }]);
  expect((await world.posts())[0]).toMatchObject({ state: 'unknown' });
});

test('a kill between the answer and its transaction leaves neither the answer nor the new state', async () => {
  await world.wantedJobs(1);
  const queue = world.queue({
    adapter: {
      ...world.adapter(),
      // The row is locked as by a service that was killed while it settled: its transaction never commits.
      post: async () => {
        await database.db.updateTable('post').set({ fence: 99 }).where('customer_id', '=', world.customer).execute();
        return { kind: 'done', externalId: '1', words: null };
      },
    },
  });
  await queue.runOnce();
  expect((await world.posts())[0]).toMatchObject({ state: 'sending', external_id: null });
  expect(await attempts()).toMatchObject([{ answer: null, external_id: null }]);
});

test('no secret of an answer is stored', async () => {
  await world.wantedJobs(1);
  const secret = 'Zq81mTokenValue77';
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  const adapter: TargetAdapter = {
    ...world.adapter(),
    values: () => ({ title: 'RN', apiToken: secret, note: `Authorization: Bearer ${secret}` }),
    post: async () => ({ kind: 'refused', words: `Refused https://x.test/?BhRestToken=${secret} and ${jwt}` }),
  };
  await world.queue({ adapter }).runOnce();
  const [kept] = await attempts();
  expect(kept).toMatchObject({ kind: 'post', answer: 'refused', sent: { title: 'RN' } });
  expect(JSON.stringify(kept)).not.toContain(secret);
  expect(JSON.stringify(kept)).not.toContain(jwt);
});

test('a dry run checks what would be sent, sends nothing, and is posted once the target is live', async () => {
  await world.wantedJobs(2, { billRate: 41.5 });
  await world.setTarget({ posting: 'dryRun' });
  await world.queue().runOnce();
  await world.queue().runOnce();
  expect(world.double.records.jobOrders).toHaveLength(0);
  expect(world.double.calls.filter((call) => /^(PUT|POST|DELETE) entity/.test(call))).toEqual([]);
  expect((await world.posts()).map(({ state, external_id }) => [state, external_id])).toEqual([
    ['dryRun', null],
    ['dryRun', null],
  ]);
  const [receipt] = (await world.job()).posts;
  expect(receipt).toMatchObject({ state: 'dryRun', externalId: null });
  expect(receipt?.words).toMatch(/^Dry run: \d+ fields, (none|\d+) would be refused\. Nothing was sent\.$/);
  expect((await attempts()).map(({ kind }) => kind)).toEqual(['dryRun', 'dryRun']);
});

test('an update of a job order waits while its target is in a dry run or off, and follows when it is live', async () => {
  await world.wantedJobs(1);
  await world.queue().runOnce();
  for (const posting of ['dryRun', 'off'] as const) {
    await world.setTarget({ posting });
    world.later(60);
    await world.change({ positions: posting === 'off' ? 8 : 7 });
    await world.queue().runOnce();
    await world.queue().runOnce();
    expect(world.calls('POST entity/JobOrder')).toBe(0);
    expect((await world.job()).posts[0]).toMatchObject({ state: 'done', words: expect.stringContaining('Not updated') });
  }
  await world.setTarget({ posting: 'live' });
  world.later(60);
  await world.queue().runOnce();
  expect(world.calls('POST entity/JobOrder')).toBe(1);
  expect(world.double.records.jobOrders[0]).toMatchObject({ numOpenings: 8 });
});
