import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PullReply } from '#contract/sync/sync.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { laneId, mutation, type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';
import { startEpoch } from '../feed/epoch.ts';
import { writeRows } from '../feed/publish.ts';
import { scopeOf } from '../feed/scope.ts';
import { pullPage } from './pull.ts';

let world: SyncWorld;
beforeEach(async () => {
  world = await startSyncWorld();
});
afterEach(() => world.close());

const lane = laneId('ann');
type Page = Extract<PullReply, { kind: 'page' }>;
const pageOf = (reply: PullReply): Page => {
  if (reply.kind !== 'page') throw new Error(`pull answered ${reply.kind}`);
  return reply;
};
const jobRevision = (ids: readonly number[], billRate: number) =>
  world.db.transaction().execute((tx) =>
    writeRows(
      tx,
      world.customerId,
      ids.map((id) => ({ collection: 'job', row: aJob({ id, providerJobId: `HV-${id}`, billRate }) }) as const),
    ),
  );

describe('[S4] a page', () => {
  test('has every row after a revision, with the lane’s last number and its outcomes from the same snapshot', async () => {
    await world.push(lane, [mutation(1, 'job.hold.v1', { ids: [2] }), mutation(2, 'job.hold.v1', { ids: [999] })]);
    const page = pageOf(await world.pull(lane, 1));
    expect(page).toMatchObject({ head: 2, upto: 2, lastSeq: 2, more: false });
    expect(page.changes.map(({ collection, id, rev }) => [collection, id, rev])).toEqual([['job', 2, 2]]);
    expect(page.outcomes.map(({ seq, outcome }) => [seq, outcome])).toEqual([
      [1, 'applied'],
      [2, 'rejected'],
    ]);
    expect(pageOf(await world.pull(lane, 2, { seen: 1 })).outcomes.map(({ seq }) => seq)).toEqual([2]);
  });
  test('the stored outcome has the revision of its rows', async () => {
    await world.push(lane, [mutation(1, 'job.hold.v1', { ids: [2] })]);
    expect(pageOf(await world.pull(lane, 1)).outcomes).toMatchObject([{ rev: 2, replayed: false }]);
  });
  test('never splits a revision, and the pages together have every revision', async () => {
    await jobRevision([1, 2, 3], 50);
    await jobRevision([10], 51);
    await jobRevision([11, 12], 52);
    await jobRevision([13], 53);
    const pages: Page[] = [];
    for (let since = 1; pages.at(-1)?.more ?? true; since = pages.at(-1)?.upto ?? since)
      pages.push(pageOf(await world.pull(lane, since, { limit: 2 })));
    expect(pages.map((page) => page.changes.map(({ rev }) => rev))).toEqual([[2, 2, 2], [3], [4, 4], [5]]);
    expect(pages.map(({ upto }) => upto)).toEqual([2, 3, 4, 5]);
  });
  test('a deleted row is a tombstone without its content', async () => {
    await world.db.transaction().execute((tx) => writeRows(tx, world.customerId, [{ collection: 'job', id: 3, removed: true }]));
    expect(pageOf(await world.pull(lane, 1)).changes).toEqual([{ collection: 'job', id: 3, rev: 2, row: null }]);
  });
  test('an unknown lane can read and has no number and no outcomes', async () => {
    expect(pageOf(await world.pull(laneId('new'), 1))).toMatchObject({ lastSeq: 0, outcomes: [], changes: [] });
  });
});

describe('[S4] a device whose data is not valid reloads everything', () => {
  test.each([
    ['ahead of the database', { since: 99 }, 'ahead'],
    ['of another epoch', { since: 1, epoch: 'restored' }, 'epoch'],
    ['with another scope', { since: 1, scope: 'before' }, 'scope'],
  ])('%s', async (_, { since, ...over }, why) => {
    expect(await world.pull(lane, since, over)).toMatchObject({ kind: 'resync', why });
  });
  test('when a right is granted or taken, the scope changes and so do the rows', async () => {
    const blind = { ...world.ann, rights: new Set([...world.ann.rights].filter((right) => right === 'tasks.read')) };
    expect(await world.pull(lane, 0, { who: blind, scope: scopeOf(world.ann, world.customerId).hash })).toMatchObject({
      why: 'scope',
    });
    const page = pageOf(await world.pull(lane, 0, { who: blind }));
    expect(new Set(page.changes.map(({ collection }) => collection))).toEqual(new Set(['target']));
  });
  test('when it is older than the tombstones', async () => {
    await world.db.updateTable('customer_feed').set({ min_rev: 1 }).execute();
    expect(await world.pull(lane, 0)).toMatchObject({ kind: 'resync', why: 'horizon' });
    expect((await world.pull(lane, 1)).kind).toBe('page');
  });
  test('in the gap after a crash; a device that saw no lost revision continues', async () => {
    await startEpoch(world.db, new Date());
    await startEpoch(world.db, new Date()); // the first epoch was not ended
    expect(await world.pull(lane, 5)).toMatchObject({ kind: 'resync', why: 'epoch' });
    const { upto, changes } = pageOf(await world.pull(lane, 1));
    expect(upto).toBeGreaterThanOrEqual(1_000_001);
    expect(changes).toEqual([]);
    await jobRevision([1], 50);
    expect(pageOf(await world.pull(lane, 1)).changes.map(({ rev }) => rev)).toEqual([upto + 1]);
  });
  test('when it was killed', async () => {
    await world.push(lane, [mutation(1, 'job.hold.v1', { ids: [1] })]);
    await world.db.updateTable('client').set({ killed_at: new Date() }).execute();
    expect(await world.pull(lane, 1)).toEqual({ kind: 'wipe' });
  });
});

describe('access to a feed', () => {
  const pull = { epoch: '', scope: '', since: 0, seen: 0, limit: 10 };
  test('another person’s lane is not found', async () => {
    await world.push(lane, [mutation(1, 'job.hold.v1', { ids: [1] })]);
    const reply = await pullPage(world.db, world.ben, { ...pull, customerId: world.customerId, clientId: lane });
    expect(reply).toEqual({ ok: false, error: { kind: 'not_found' } });
  });
  test('a customer without access is not found, like one that does not exist', async () => {
    const of = (customerId: number) => pullPage(world.db, world.eve, { ...pull, customerId, clientId: laneId('eve') });
    expect([await of(world.customerId), await of(-1), await of(987_654)]).toEqual(
      Array.from({ length: 3 }, () => ({ ok: false, error: { kind: 'not_found' } })),
    );
  });
  test('[edge case 21] a user who lost access to the customer gets a reply that says so, and another one after its deletion', async () => {
    await sql`insert into client (customer_id, client_id, user_id, protocol) values (${world.customerId}, ${lane}, ${world.eve.userId}, 1)`.execute(
      world.db,
    );
    const of = () => pullPage(world.db, world.eve, { ...pull, customerId: world.customerId, clientId: lane });
    expect(await of()).toEqual({ ok: false, error: { kind: 'forbidden' } });
    await world.db.updateTable('customer').set({ deleted_at: new Date() }).where('id', '=', world.customerId).execute();
    expect(await of()).toEqual({ ok: false, error: { kind: 'gone' } });
  });
});
