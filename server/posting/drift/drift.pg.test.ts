import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sliceOf } from '#server/posting/drift/look-at-target.ts';
import { lookupSeconds, type TargetAdapter } from '#server/targets/adapter/target-adapter.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { PostingWorld } from '#tests/support/worlds/posting-world.ts';
import type { PostingQueue } from '../posting-queue.ts';
import { keepTheirs, lockDrifted, sendOurs } from './decide-drift.ts';
import { lookAtTarget } from './look-at-target.ts';
import { readDrift } from './read-drift.ts';

let database: TestDatabase;
let world: PostingWorld;
let posting: PostingQueue;
let adapter: TargetAdapter;

beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.close());
beforeEach(async () => {
  world = await PostingWorld.make(database);
  adapter = world.adapter();
  await world.wantedJobs(2);
  posting = world.queue({ adapter });
  await posting.runOnce();
  await posting.runOnce();
  ids = (await world.posts()).map((post) => post.external_id ?? '');
});
afterEach(() => world.close());

const target = () => ({ customerId: world.customer, targetId: 1, typeId: 8 });
const look = (using: TargetAdapter = adapter) =>
  lookAtTarget(
    {
      db: database.db,
      now: () => world.clock,
      openTarget: async () => ({ adapter: using, resendWhenAbsent: false, lookupSeconds }),
    },
    target(),
    new AbortController().signal,
  );
const found = async () => (await readDrift(database.db, { cust: world.customer })).orders;
/** Two posts are sent at once, so either job can have the first id. */
let ids: readonly string[];
const there = (values: Record<string, unknown> | null, job = 1) =>
  expect(world.double.change(ids[job - 1] ?? '', values)).toBe(true);
const order = () => world.double.records.jobOrders.find(({ id }) => String(id) === ids[0]);
const updates = () => world.calls('POST entity/JobOrder');

async function decide(choice: 'theirs' | 'ours', fields: readonly string[] | null = null): Promise<void> {
  await database.db.transaction().execute(async (tx) => {
    const post = await lockDrifted(tx, { cust: world.customer, target: 1, job: 1, choice, foundAt: '' });
    if (!post) throw new Error('nothing to decide');
    const chosen = post.fields.filter(({ field }) => fields === null || fields.includes(field));
    await (choice === 'theirs' ? keepTheirs(tx, post, chosen) : sendOurs(tx, post, chosen, world.clock));
  });
}

describe('a look finds what people did in the target', () => {
  test('nothing, as long as the job orders hold what was sent', async () => {
    expect(await look()).toBe(2);
    expect(await found()).toEqual([]);
  });

  test('a changed field, with both values; the value set back is no difference any more', async () => {
    there({ clientBillRate: 99 });
    await look();
    expect(await found()).toMatchObject([
      { jobId: 1, kind: 'changed', fields: [{ field: 'clientBillRate', ours: '92.5', theirs: '99' }], targetName: 'Bullhorn' },
    ]);
    there({ clientBillRate: 92.5 });
    world.later(600);
    await look();
    expect(await found()).toEqual([]);
  });

  test('a closed and a deleted job order', async () => {
    there({ isOpen: false });
    there(null, 2);
    await look();
    expect((await found()).map(({ jobId, kind }) => [jobId, kind])).toEqual([
      [1, 'closed'],
      [2, 'deleted'],
    ]);
    expect((await readDrift(database.db, { cust: world.customer, job: 2 })).orders).toHaveLength(1);
    expect((await readDrift(database.db, { cust: world.customer })).counts).toEqual([{ targetId: 1, count: 2 }]);
  });

  test('a text that the target cut at the length of its field is none', async () => {
    const description = `${'A busy unit with night shifts. '.repeat(5)}End`;
    await world.change({ description });
    await posting.runOnce();
    there({ description: description.slice(0, 100) });
    await look();
    expect(await found()).toEqual([]);
    there({ description: 'Another text' });
    world.later(600);
    await look();
    expect(await found()).toMatchObject([{ fields: [{ field: 'description', theirs: 'Another text' }] }]);
  });

  test('a value of ours that changed meanwhile is sent and never shown as a difference', async () => {
    there({ clientBillRate: 99, title: 'Renamed there' });
    await world.change({ billRate: 95 });
    await look();
    expect((await found())[0]?.fields.map(({ field }) => field)).toEqual(['title']);
    await posting.runOnce();
    expect(order()).toMatchObject({ clientBillRate: 95, title: 'Renamed there' });
  });

  test('an update of ours settles the fields that it writes, and no others', async () => {
    there({ clientBillRate: 99, title: 'Renamed there' });
    await look();
    await world.change({ billRate: 95 });
    await posting.runOnce();
    expect((await found())[0]?.fields.map(({ field }) => field)).toEqual(['title']);
  });

  test('two processes that look at once read each job order once and store one row', async () => {
    there({ clientBillRate: 99 });
    const reads = () => world.calls('GET entity/JobOrder');
    const before = reads();
    const looked = await Promise.all([look(), look(world.adapter())]);
    expect(looked.toSorted((a, b) => a - b)).toEqual([0, 2]);
    expect(reads() - before).toBe(2);
    expect(await found()).toHaveLength(1);
  });

  test('a target that does not answer changes nothing, and the next look goes on', async () => {
    there({ clientBillRate: 99 });
    await look({ ...adapter, read: async () => ({ kind: 'unknown', words: 'no answer' }) });
    expect(await found()).toEqual([]);
    await look();
    expect(await found()).toHaveLength(1);
  });

  test('looks give way to posts', async () => {
    there({ clientBillRate: 99 });
    await database.db.updateTable('post').set({ state: 'wanted', external_id: null }).where('job_id', '=', 2).execute();
    expect(await look()).toBe(0);
  });

  test('job orders that the events name come before the slice', async () => {
    await look();
    const { looked_at: first } = (await world.posts())[0] ?? {};
    expect(first).not.toBeNull();
    there({ clientBillRate: 99 }, 2);
    world.later(600);
    const read: string[] = [];
    await look({ ...adapter, read: async (id, fields) => (read.push(id), adapter.read(id, fields)) });
    expect(read[0]).toBe(ids[1]);
    expect((await found()).map(({ jobId }) => jobId)).toEqual([2]);
  });

  test('the slice of a target follows its limits', () => {
    expect([sliceOf(8), sliceOf(2) > 0, sliceOf(4)]).toEqual([3, true, 0]);
  });
});

describe('the job says what people did to its order', () => {
  const shown = async (job = 1) => (await world.job(job)).posts[0]?.drift;

  test('from the look that finds it to the look that finds it settled', async () => {
    there({ clientBillRate: 99 });
    there(null, 2);
    await look();
    expect([await shown(), await shown(2)]).toEqual(['changed', 'deleted']);
    there({ clientBillRate: 92.5 });
    world.later(600);
    await look();
    expect(await shown()).toBeUndefined();
  });

  test('until a person has decided about all of it', async () => {
    there({ clientBillRate: 99, title: 'Renamed there' });
    there(null, 2);
    await look();
    await decide('theirs', ['title']);
    expect(await shown()).toBe('changed');
    await decide('ours');
    expect([await shown(), await shown(2)]).toEqual([undefined, 'deleted']);
  });

  test('while updates of ours leave something of it, and no longer', async () => {
    there({ clientBillRate: 99, title: 'Renamed there' });
    await look();
    await world.change({ positions: 7 });
    await posting.runOnce();
    expect([order()?.['numOpenings'], await shown()]).toEqual([7, 'changed']);
    await world.change({ billRate: 95, title: 'Renamed here' });
    await posting.runOnce();
    expect(await shown()).toBeUndefined();
  });

  test('without a line in its history or another revision when nothing is new', async () => {
    there({ clientBillRate: 99 });
    await look();
    const rev = () =>
      database.db
        .selectFrom('job')
        .select('rev')
        .where('customer_id', '=', world.customer)
        .where('id', '=', 1)
        .executeTakeFirst();
    const before = await rev();
    world.later(600);
    await look();
    expect([await rev(), await shown()]).toEqual([before, 'changed']);
  });
});

describe('a person decides', () => {
  test('theirs stay, also after further updates, until our own value changes', async () => {
    there({ clientBillRate: 99 });
    await look();
    await decide('theirs');
    expect(await found()).toEqual([]);
    world.later(600);
    await look();
    expect(await found()).toEqual([]);
    await world.change({ positions: 7 });
    await posting.runOnce();
    expect(order()).toMatchObject({ clientBillRate: 99, numOpenings: 7 });
    await world.change({ billRate: 96 });
    await posting.runOnce();
    expect(order()).toMatchObject({ clientBillRate: 96 });
    await world.change({ billRate: 92.5 });
    await posting.runOnce();
    expect(order()).toMatchObject({ clientBillRate: 92.5 });
  });

  test('theirs that is changed there again is a new difference', async () => {
    there({ clientBillRate: 99 });
    await look();
    await decide('theirs');
    there({ clientBillRate: 101 });
    world.later(600);
    await look();
    expect(await found()).toMatchObject([{ fields: [{ theirs: '101' }] }]);
  });

  test('ours sends exactly these fields, once', async () => {
    there({ clientBillRate: 99, title: 'Renamed there' });
    await look();
    const sent: string[][] = [];
    const noting: TargetAdapter = {
      ...adapter,
      update: async (id, changes, all) => (sent.push(Object.keys(changes)), adapter.update(id, changes, all)),
    };
    await decide('ours', ['clientBillRate']);
    const queue = world.queue({ adapter: noting });
    await queue.runOnce();
    await queue.runOnce();
    expect(sent).toEqual([['clientBillRate']]);
    expect(order()).toMatchObject({ clientBillRate: 92.5, title: 'Renamed there' });
    expect((await found())[0]?.fields.map(({ field }) => field)).toEqual(['title']);
  });

  test('a deleted job order that a person leaves deleted is not shown again', async () => {
    there(null);
    await look();
    await decide('theirs');
    world.later(600);
    await look();
    expect(await found()).toEqual([]);
    expect(updates()).toBe(0);
  });

  test('a target that takes only whole job orders gets theirs back for what is kept or undecided', async () => {
    there({ clientBillRate: 99, title: 'Renamed there' });
    await look();
    await decide('theirs', ['clientBillRate']);
    let whole: Record<string, unknown> = {};
    await world.change({ positions: 7 });
    await world
      .queue({ adapter: { ...adapter, update: async (_id, _changes, all) => ((whole = { ...all }), { kind: 'done' }) } })
      .runOnce();
    expect(whole).toMatchObject({ clientBillRate: 99, title: 'Renamed there', numOpenings: 7 });
  });
});
