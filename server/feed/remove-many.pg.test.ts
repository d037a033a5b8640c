import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AtsValueRow } from '#contract/rows/rows.ts';
import { laneId, mutation, type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';
import { writeRows } from './publish.ts';
import { mostTombstones, removeMany } from './remove-many.ts';

let world: SyncWorld;
const first = 100;
const count = mostTombstones + 1000;
beforeAll(async () => {
  world = await startSyncWorld();
  const value = (id: number): AtsValueRow => ({
    id,
    targetId: 1,
    kind: 'facility',
    extId: `X-${id}`,
    name: `Facility ${id}`,
    parentId: null,
    address: null,
    city: null,
    state: null,
    zip: null,
    active: true,
  });
  await world.db.transaction().execute((tx) =>
    writeRows(
      tx,
      world.customerId,
      Array.from({ length: count }, (_, i) => ({ collection: 'atsValue', row: value(first + i) }) as const),
    ),
  );
});
afterAll(() => world.close());

const range = (from: number, length: number) => Array.from({ length }, (_, i) => from + i);
const held = () => world.db.selectFrom('ats_value').select(['id', 'deleted']).where('id', '>=', first).orderBy('id').execute();

test('[S4] a few deletions arrive one by one', async () => {
  await removeMany(world.db, world.customerId, 'atsValue', range(first, 3));
  const page = await world.pull(laneId('ann'), 2);
  expect(page).toMatchObject({ kind: 'page', upto: 3 });
  expect(page.kind === 'page' && page.changes.map(({ id, row }) => [id, row])).toEqual(range(first, 3).map((id) => [id, null]));
});

test('[S4] tens of thousands of deletions move the horizon: every device of the customer reloads everything, and no tombstone is kept', async () => {
  await removeMany(world.db, world.customerId, 'atsValue', range(first + 3, count - 4));
  expect(await held()).toEqual([
    ...range(first, 3).map((id) => ({ id, deleted: true })),
    { id: first + count - 1, deleted: false },
  ]);
  expect(await world.pull(laneId('ann'), 3)).toMatchObject({ kind: 'resync', why: 'horizon' });
  expect(await world.pull(laneId('ann'), 4)).toMatchObject({ kind: 'page', upto: 4, changes: [] });
  const other = await world.db.selectFrom('customer_feed').selectAll().where('customer_id', '=', world.otherId).execute();
  expect(other).toEqual([]);
});

test('a lane continues after it: no change that waits on a device is lost', async () => {
  const reply = await world.push(laneId('ann'), [mutation(1, 'job.hold.v1', { ids: [1] })]);
  expect(reply).toMatchObject({ kind: 'done', outcomes: [{ outcome: 'applied', rev: 5 }] });
});
