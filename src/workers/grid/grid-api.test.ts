import { expect, test } from 'vitest';
import { packColumns } from '#domain/columns/pack-columns.ts';
import { addBlock, beginSnapshot, flipSnapshot } from '#src/store/snapshot-blocks.ts';
import type { Store } from '#src/store/store.ts';
import type { OutboxEntry, Row } from '#src/store/tables/tables.ts';
import { openDeviceStore } from '#tests/doubles/sync/device-store.ts';
import { put, seeded, settled } from '#tests/doubles/sync/seeded-grid.ts';
import { storeKey } from '#tests/doubles/sync/tab.ts';
import { aJob, aTarget, aValue } from '#tests/support/factories/job-factory.ts';
import { createGrid, type GridNews } from './grid-api.ts';
import type { QueueOrder } from './map-queue.ts';

test('rows have the names they are mapped to: shared by their text, or overridden by the job', async () => {
  const { grid, news } = await seeded();
  const { order, total, complete } = await settled(news, (now) => now.ready);
  expect({ total, complete }).toEqual({ total: 4, complete: true });
  const window = grid.window(order, 0, 4, ['facilityName', 'facilitySuggestion', 'facilityCertainty', 'facilityHow']);
  expect(window?.ids).toEqual([1, 2, 3, 4]);
  expect(window?.cells['facilityName']).toEqual([null, null, null, 'Mercy General']);
  expect(window?.cells['facilitySuggestion']).toEqual(['Mercy General', 'Mercy General', null, null]);
  expect(window?.cells['facilityHow']?.[3]).toBe('job');
});

test('a changed mapping updates every job of its text, and a request with an old order is refused', async () => {
  const { store, grid, news } = await seeded();
  grid.show({ kind: 'empty', column: 'facilityName' }, [{ key: 'billRate', descending: true }]);
  const before = grid.show({ kind: 'empty', column: 'facilityName' }, [{ key: 'billRate', descending: true }]);
  expect(before.count).toBe(3);
  await put(store, 'mapValue', aValue(11, 'facility', { text: 'MERCY GEN', mappedId: 'F1', how: 'person', certainty: 100 }));
  const after = await settled(news, (now) => now.count === 1);
  expect(grid.window(before.order, 0, 3, ['id'])).toBeNull();
  expect(grid.window(after.order, 0, 3, ['id'])?.ids).toEqual([3]);
});

test('a changed job moves to its new position', async () => {
  const { store, grid, news } = await seeded();
  grid.show(null, [{ key: 'billRate', descending: false }]);
  expect([...grid.ids(0, 4)]).toEqual([2, 1, 3, 4]);
  await put(store, 'job', aJob({ id: 4, billRate: 10 }));
  await settled(news, (now) => now.version > 0 && grid.positionOf(4) === 0);
  expect([...grid.ids(0, 4)]).toEqual([4, 2, 1, 3]);
});

test('rows of a first snapshot are read in whole blocks as it arrives, and changed rows include local changes', async () => {
  const store = await openDeviceStore();
  const grid = createGrid(async () => ({ ...store, close: () => undefined }));
  const news: GridNews[] = [];
  await grid.open(storeKey, (now) => news.push(now));
  await settled(news, (now) => now.ready);
  const load = await beginSnapshot(store, 'this tab');
  const rows = (from: number, to: number) =>
    packColumns(
      Array.from({ length: to - from }, (_, i) => ({ ...aJob({ id: from + i, facilityValueId: 11, billRate: from + i }) })),
    );
  await addBlock(store, load, 'mapValue', packColumns([{ ...aValue(11, 'facility', { mappedId: 'F1', how: 'person' }) }]));
  await addBlock(store, load, 'job', rows(1, 2001));
  const first = await settled(news, (now) => now.total === 2000);
  expect(first.complete).toBe(false);
  await store.write(async (tx) => {
    const row = { ...aJob({ id: 2500, billRate: 1, facilityValueId: null }) } as unknown as Row;
    await tx.put('overlay', [{ collection: 'job', id: 2500, row, entries: [] }]);
    tx.changed('job', [2500]);
  });
  await addBlock(store, load, 'job', rows(2001, 3001));
  await store.write((tx) => flipSnapshot(tx, load));
  const { total, order } = await settled(news, (now) => now.complete && now.total === 3000);
  expect(total).toBe(3000);
  const window = grid.window(order, 2498, 2501, ['billRate', 'facilityMapId']);
  expect(window?.cells).toEqual({ billRate: [2499, 1, 2501], facilityMapId: ['F1', null, 'F1'] });
});

test('a job or mapping with unsent changes is marked until they are gone', async () => {
  const { store, grid, news } = await seeded();
  const entry = { entry: 1, state: 'waiting', parked: null, rows: ['job/3', 'mapValue/12'] } as unknown as OutboxEntry;
  await store.write(async (tx) => {
    await tx.put('outbox', [entry]);
    tx.outboxChanged();
  });
  const marks = () => {
    const window = grid.window(news.at(-1)?.order ?? 0, 0, 4, ['sync', 'facilitySync']);
    return [window?.cells['sync']?.[2], window?.cells['facilitySync']?.[2]];
  };
  await settled(news, () => marks()[0] === 'waiting');
  expect(marks()).toEqual(['waiting', 'waiting']);
  await store.write(async (tx) => {
    await tx.remove('outbox', [1]);
    tx.outboxChanged();
  });
  await settled(news, () => marks()[0] === null);
  expect(marks()).toEqual([null, null]);
});

test('the mapping queue puts texts with the most open jobs or the easiest first, and counts each tab', async () => {
  const { store, grid } = await seeded();
  const queue = grid.mapQueue({
    kind: 'facility',
    targetId: 1,
    tab: 'review',
    sourceIds: null,
    typed: '',
    order: 'most jobs',
    limit: 9,
  });
  // Both have one open job; only MERCY GEN has a suggestion.
  expect(queue.items.map((item) => [item.value.text, item.openJobs])).toEqual([
    ['MERCY GEN', 1],
    ['ST ROSE', 1],
  ]);
  const texts = (order: QueueOrder) =>
    grid
      .mapQueue({ kind: 'facility', targetId: 1, tab: 'review', sourceIds: null, typed: '', order, limit: 9 })
      .items.map(({ value }) => value.text);
  await put(store, 'job', aJob({ id: 9, facility: 'ST ROSE', facilityValueId: 12 }));
  await expect.poll(() => texts('most jobs')).toEqual(['ST ROSE', 'MERCY GEN']);
  expect(texts('easiest')).toEqual(['MERCY GEN', 'ST ROSE']);
  expect(queue.sizes).toEqual({ review: 2, suggested: 0, mapped: 0, ignored: 0 });
  expect(
    grid.mapQueue({ kind: 'facility', targetId: 1, tab: 'review', sourceIds: null, typed: 'rose', order: 'most jobs', limit: 9 })
      .found,
  ).toBe(1);
});

test('posted jobs that a text affects are counted separately; closed jobs and jobs with their own mapping are not affected', async () => {
  const { store, grid } = await seeded();
  const standing = { postState: 'done', externalJobId: '501' } as const;
  await store.write(async (tx) => {
    const changed = [
      aJob({ id: 1, facility: 'MERCY GEN', facilityValueId: 11, postState: 'failed', externalJobId: '500' }),
      aJob({ id: 2, facility: 'MERCY GEN', facilityValueId: 11, status: 'Closed', ...standing }),
      aJob({ id: 3, facility: 'ST ROSE', facilityValueId: 12, postState: 'failed' }),
      aJob({ id: 4, facility: 'ST ROSE', facilityValueId: 12, facilityMap: 'F1', ...standing }),
    ];
    await tx.put(
      'overlay',
      changed.map((job) => ({ collection: 'job' as const, id: job.id, row: job as unknown as Row, entries: [] })),
    );
    tx.changed('job', [1, 2, 3, 4]);
  });
  const question = {
    kind: 'facility',
    targetId: 1,
    tab: 'review',
    sourceIds: null,
    typed: '',
    order: 'most jobs',
    limit: 9,
  } as const;
  const effects = () => grid.mapQueue(question).items.map((item) => [item.value.text, item.openJobs, item.postedJobs]);
  await expect.poll(effects).toEqual([
    ['MERCY GEN', 1, 1],
    ['ST ROSE', 1, 0],
  ]);
});

test('the mapping table pages the texts that match its filters, in its order, and tallies each source', async () => {
  const { grid } = await seeded();
  const asked = {
    kind: 'facility',
    targetId: 1,
    state: 'all',
    sourceIds: null,
    typed: '',
    within: null,
    page: 1,
    size: 1,
  } as const;
  const first = await grid.mapTable({ ...asked, sort: 'text', descending: false });
  expect([first.rows.map((row) => row.text), first.found, first.total]).toEqual([['MERCY GEN'], 2, 2]);
  expect(first.rows[0]).toMatchObject({
    mapName: 'Mercy General',
    mapCity: 'Reno',
    certainty: 86,
    openJobs: 1,
    bucket: 'review',
  });
  const second = await grid.mapTable({ ...asked, sort: 'text', descending: false, page: 2 });
  expect(second.rows.map((row) => row.text)).toEqual(['ST ROSE']);
  const named = await grid.mapTable({ ...asked, sort: 'certainty', descending: false, typed: '*rose' });
  expect([named.rows.map((row) => row.text), named.found, named.total]).toEqual([['ST ROSE'], 1, 2]);
  expect((await grid.mapTable({ ...asked, sort: 'text', descending: false, state: 'mapped' })).found).toBe(0);
  expect(grid.mapTally({ kind: 'facility', targetId: 1 })).toEqual([{ sourceId: 3, mapped: 0, unmapped: 2, waitingJobs: 2 }]);
});

test('whole jobs are read by a condition without changing what the grid shows', async () => {
  const { grid } = await seeded();
  const { count } = grid.show({ kind: 'empty', column: 'facilityName' }, []);
  const found = await grid.jobsWhere({ kind: 'ids', ids: [2, 4] }, 9);
  expect([found.map((job) => job.id), grid.show({ kind: 'empty', column: 'facilityName' }, []).count]).toEqual([[2, 4], count]);
});

test('before posting, each job is checked against the target’s current state', async () => {
  const { grid } = await seeded();
  const checks = await grid.checkPosts([1, 2, 4], aTarget({ maps: ['facility'] }), false);
  expect(checks.map((check) => check.reasons.map((reason) => reason.code))).toEqual([
    ['unmapped_facility'],
    ['not_open', 'unmapped_facility'],
    [],
  ]);
});

test('a failed read before the first request is still reported, and opening again repeats the read', async () => {
  const { store } = await seeded();
  let broken = true;
  const read: Store['read'] = (work) => (broken ? Promise.reject(new Error('the connection is gone')) : store.read(work));
  const grid = createGrid(async () => ({ ...store, read, close: () => undefined }));
  await grid.open(storeKey, () => undefined);
  await expect.poll(() => grid.hasFailed()).toBe(true);
  expect(grid.show(null, []).failed).toBe(true);
  broken = false;
  const news: GridNews[] = [];
  await grid.open(storeKey, (now) => news.push(now));
  await settled(news, (now) => now.ready);
  expect([grid.hasFailed(), grid.show(null, []).total]).toEqual([false, 4]);
});

test('jobs have the customer’s own status, also after a rename or another meaning of the vendor’s text', async () => {
  const { store, grid, news } = await seeded();
  const status = { version: 1, by: 'Ann', at: '2026-11-21T12:00:00.000Z', ref: null, purged: false, defaultAt: null };
  const rows = {
    1: { ...status, id: 1, name: 'Open', standard: 'Open' },
    2: { ...status, id: 2, name: 'Placed', standard: null },
  };
  const source = { id: 3, name: 'Medloop', alias: null, autoPost: false, aliases: [], members: [] };
  await put(store, 'customerStatus', rows[1]);
  await put(store, 'customerStatus', rows[2]);
  await put(store, 'source', source);
  await put(store, 'job', aJob({ id: 3, sourceId: 3, status: 'On Hold', extra: { vmsStatus: 'Purple' } }));
  const names = () => {
    const { order } = news.at(-1) ?? { order: 0 };
    return grid.window(order, 0, 4, ['expandedStatus'])?.cells['expandedStatus'];
  };
  await expect.poll(names).toEqual(['Open', 'Open', 'Open', 'Open']);
  await put(store, 'source', { ...source, expandedStatuses: { purple: 2 } });
  await expect.poll(names).toEqual(['Open', 'Open', 'Placed', 'Open']);
  await put(store, 'customerStatus', { ...rows[2], name: 'Client review' });
  await expect.poll(names).toEqual(['Open', 'Open', 'Client review', 'Open']);
  expect(grid.show({ kind: 'equals', column: 'expandedStatus', text: 'client review' }, []).count).toBe(1);
  expect([...grid.ids(0, 4)]).toEqual([3]);
  grid.show(null, [{ key: 'expandedStatus', descending: false }]);
  expect([...grid.ids(0, 4)][0]).toBe(3);
});
