import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { idleAdapter, PostingWorld } from '#tests/support/worlds/posting-world.ts';
import type { TargetAdapter } from '../targets/adapter/target-adapter.ts';
import { endLeases } from './post-rows.ts';

let database: TestDatabase;
let world: PostingWorld;

beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.close());
beforeEach(async () => void (world = await PostingWorld.make(database)));
afterEach(() => world.close());

const updates = () => world.calls('POST entity/JobOrder');
const creates = () => world.calls('PUT entity/JobOrder');
const order = (n = 0) => world.double.records.jobOrders[n];

/** Posts jobs that share the mapping of one facility text. */
async function posted(count = 1) {
  await world.mapText({ id: 11, kind: 'facility', mappedId: '1000' });
  await world.wantedJobs(count, { facilityMap: null, facilityValueId: 11 });
  const posting = world.queue();
  await posting.runOnce();
  // The job order is read back. The post's own receipts do not count as changes.
  await posting.runOnce();
  expect(await posting.runOnce()).toBe(0);
  expect(updates()).toBe(0);
  return posting;
}

describe('a posted job order follows its job', () => {
  test('[T14] when its text is mapped to another facility, one update sends the new values and no second job order; an undo sends the earlier ones', async () => {
    const posting = await posted(3);
    const { externalJobId } = await world.job();
    await world.mapText({ id: 11, kind: 'facility', mappedId: '1001' });
    await posting.runOnce();
    for (const n of [0, 1, 2]) expect(order(n)?.['clientCorporation']).toEqual({ id: 1001 });
    expect([updates(), creates()]).toEqual([3, 3]);
    expect(await world.job()).toMatchObject({ postState: 'done', externalJobId, posts: [{ words: null }] });
    expect(externalJobId).toMatch(/^5000[123]$/);

    await world.mapText({ id: 11, kind: 'facility', mappedId: '1000' });
    await posting.runOnce();
    expect(order()?.['clientCorporation']).toEqual({ id: 1000 });
    expect([updates(), creates()]).toEqual([6, 3]);
    await posting.runOnce();
    expect(await posting.runOnce()).toBe(0);
  });

  test('[T14] an edit sends only the edited field, so that changes people made in the ATS stay', async () => {
    const posting = await posted();
    world.double.records.update(50_001, { title: 'Renamed in the ATS', status: 'On Hold' }, 0);
    await world.change({ billRate: 91 });
    await posting.runOnce();
    expect(order()).toMatchObject({ clientBillRate: 91, title: 'Renamed in the ATS', status: 'On Hold' });
  });

  test('a changed specialty is attached and the earlier one removed; one added in the ATS stays', async () => {
    await world.wantedJobs(1, { specialtyMap: '101' });
    const posting = world.queue();
    await posting.runOnce();
    world.double.records.associate(50_001, 'specialties', [999]);
    await world.change({ specialtyMap: '102' });
    await posting.runOnce();
    expect(order()?.['specialties']).toEqual([999, 102]);
  });

  test('a specialty attached by a call with an unknown result is removed once another one is mapped', async () => {
    await world.wantedJobs(1, { specialtyMap: '101' });
    const ends = async (): Promise<never> => new Promise(() => undefined);
    const made = world.adapter();
    void world.queue({ adapter: { ...made, post: async (sent) => made.post(sent).then(ends) } }).runOnce();
    await expect.poll(() => order()?.['specialties']).toEqual([101]);
    await endLeases(database.db);
    await world.change({ specialtyMap: '102' });
    const posting = world.queue();
    await posting.runOnce();
    world.later(31);
    await posting.runOnce();
    await posting.runOnce();
    expect(order()?.['specialties']).toEqual([102]);
    expect(creates()).toBe(1);
  });

  test('a change that affects no sent value makes no call', async () => {
    const posting = await posted();
    const { rev } = await world.job();
    await world.change({ coordinator: 'Somebody else' });
    await posting.runOnce();
    expect(updates()).toBe(0);
    expect((await world.job()).rev).toBe(rev + 1);
  });

  test('on hold nothing is sent and the receipt says why; after release the job order is updated', async () => {
    const posting = await posted();
    await world.change({ chgMap: 4, billRate: 91 });
    await posting.runOnce();
    expect(updates()).toBe(0);
    const words = 'Not updated: The job is on hold: release it first.';
    expect(await world.job()).toMatchObject({ postState: 'done', posts: [{ words }] });
    await world.change({ chgMap: 0 });
    await posting.runOnce();
    expect(order()).toMatchObject({ clientBillRate: 91 });
    expect(await world.job()).toMatchObject({ postState: 'done', posts: [{ words: null }] });
  });

  test('without a mapping the job order is not changed and the receipt says so', async () => {
    const posting = await posted();
    await world.mapText({ id: 11, kind: 'facility', mappedId: null });
    await posting.runOnce();
    expect(updates()).toBe(0);
    expect(order()?.['clientCorporation']).toEqual({ id: 1000 });
    expect((await world.job()).posts[0]?.words).toMatch(/^Not updated: The facility “.*” is not mapped/);
  });

  test('[T15] a cancelled job is closed in the ATS and no other field is sent; a reopened job is open again', async () => {
    const posting = await posted();
    await world.change({ status: 'Cancelled', billRate: 91 });
    await posting.runOnce();
    expect(order()).toMatchObject({ isOpen: false, reasonClosed: 'Cancelled by source', clientBillRate: 92.5 });
    await world.change({ status: 'Open' });
    await posting.runOnce();
    expect(order()).toMatchObject({ isOpen: true, reasonClosed: null, clientBillRate: 91 });
    expect([updates(), creates()]).toEqual([2, 1]);
  });

  test('a disabled target gets no update until it is enabled', async () => {
    const posting = await posted();
    await world.setTarget({ disabled: true });
    await world.mapText({ id: 11, kind: 'facility', mappedId: '1001' });
    await posting.runOnce();
    expect(updates()).toBe(0);
    await world.setTarget({ disabled: false });
    await posting.runOnce();
    expect(order()?.['clientCorporation']).toEqual({ id: 1001 });
  });

  test('a mapping that changes while the job order is being created is followed once it exists', async () => {
    await world.mapText({ id: 11, kind: 'facility', mappedId: '1000' });
    await world.wantedJobs(1, { facilityMap: null, facilityValueId: 11 });
    const adapter = world.adapter();
    const slow = world.queue({
      adapter: {
        ...adapter,
        post: async (sent) => {
          await world.mapText({ id: 11, kind: 'facility', mappedId: '1001' });
          await world.queue({ openTarget: async () => null }).runOnce();
          return adapter.post(sent);
        },
      },
    });
    await slow.runOnce();
    expect(order()?.['clientCorporation']).toEqual({ id: 1000 });
    await slow.runOnce();
    expect(order()?.['clientCorporation']).toEqual({ id: 1001 });
    expect(creates()).toBe(1);
  });
});

describe('an update that fails', () => {
  test('an update adds what an interrupted create left out, once the job order is found', async () => {
    await world.wantedJobs(1, { specialtyMap: '101' });
    world.double.faults.push('drop-after-create');
    const posting = world.queue();
    await posting.runOnce();
    world.later(31);
    await posting.runOnce();
    expect(order()?.['specialties']).toBeUndefined();
    await posting.runOnce();
    expect(order()?.['specialties']).toEqual([101]);
    expect(creates()).toBe(1);
  });

  test('a refusal is listed with the failed posts, with the ATS’s words and its id; the earlier value sends the update again', async () => {
    const posting = await posted();
    await world.change({ shift: 'N'.repeat(3), billRate: -1 });
    world.double.records.refuses = (body) => body['clientBillRate'] === -1;
    await posting.runOnce();
    expect(await world.job()).toMatchObject({
      postState: 'failed',
      externalJobId: '50001',
      posts: [{ words: expect.stringMatching(/^Not updated: .*clientBillRate/) }],
    });
    expect(await posting.runOnce()).toBe(0);
    await world.change({ billRate: 80 });
    await posting.runOnce();
    expect(order()).toMatchObject({ clientBillRate: 80 });
    expect(await world.job()).toMatchObject({ postState: 'done', posts: [{ words: null }] });
    expect(creates()).toBe(1);
  });

  test('a post requested again after a refusal sends the update once more and creates no second job order', async () => {
    const posting = await posted();
    world.double.records.refuses = () => true;
    await world.change({ billRate: 91 });
    await posting.runOnce();
    world.double.records.refuses = () => false;
    await database.db.updateTable('post').set({ state: 'wanted' }).where('customer_id', '=', world.customer).execute();
    await posting.runOnce();
    expect(order()).toMatchObject({ clientBillRate: 91 });
    expect([updates(), creates()]).toEqual([2, 1]);
    expect(await world.job()).toMatchObject({ postState: 'done', externalJobId: '50001' });
  });

  test('a job order deleted in the ATS is not created again automatically', async () => {
    const posting = await posted();
    world.double.records.remove(50_001);
    await world.change({ billRate: 91 });
    await posting.runOnce();
    expect((await world.job()).posts[0]?.words).toContain('no job order 50001 any more');
    expect(creates()).toBe(1);
  });

  test('after a lost reply the update is repeated without a lookup once the call can no longer take effect; an undo in between waits as long', async () => {
    const posting = await posted();
    await world.change({ billRate: 91 });
    world.double.faults.push('drop-after-update');
    await posting.runOnce();
    expect(order()).toMatchObject({ clientBillRate: 91 });
    expect((await world.job()).posts[0]).toMatchObject({ state: 'done', words: expect.stringMatching(/^Not updated yet/) });
    await world.change({ billRate: 72.5 });
    expect(await posting.runOnce()).toBe(0);
    world.later(31);
    await posting.runOnce();
    expect(order()?.['clientBillRate']).toBe(72.5);
    expect([updates(), creates()]).toEqual([2, 1]);
  });

  test('a service killed during the call repeats the update after its restart, once its lease has ended', async () => {
    await posted();
    await world.change({ billRate: 91 });
    const dies = world.queue({
      adapter: { ...world.adapter(), update: () => new Promise(() => undefined) },
    });
    void dies.runOnce();
    await expect.poll(async () => (await world.posts())[0]?.lease_until).not.toBeNull();
    await endLeases(database.db);
    expect(await world.queue().runOnce()).toBe(0);
    world.later(301);
    await world.queue().runOnce();
    expect(order()).toMatchObject({ clientBillRate: 91 });
    expect([updates(), creates()]).toEqual([1, 1]);
  });

  test('two queues at the same time update once', async () => {
    await posted(10);
    await world.mapText({ id: 11, kind: 'facility', mappedId: '1001' });
    await Promise.all([world.queue().runOnce(), world.queue().runOnce()]);
    expect(updates()).toBe(10);
  });

  test('a target without a reply is retried later, and the post keeps its job order', async () => {
    await posted();
    await world.change({ billRate: 91 });
    const silent = world.queue({ adapter: valuesOnly() });
    await silent.runOnce();
    expect((await world.job()).posts[0]).toMatchObject({ state: 'done', words: 'Not updated yet: idle' });
    expect(await world.queue().runOnce()).toBe(0);
    world.later(61);
    await world.queue().runOnce();
    expect(order()).toMatchObject({ clientBillRate: 91 });
    expect(creates()).toBe(1);
  });
});

const valuesOnly = (): TargetAdapter => ({ ...idleAdapter, values: (sent) => world.adapter().values(sent) });
