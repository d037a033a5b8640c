import { expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import { packColumns } from '#domain/columns/pack-columns.ts';
import { addBlock, beginSnapshot, flipSnapshot } from '#src/store/snapshot-blocks.ts';
import type { Store } from '#src/store/store.ts';
import { blockFromRows } from '#src/store/tables/blocks.ts';
import type { OutboxEntry, Row } from '#src/store/tables/tables.ts';
import { openDeviceStore } from '#tests/doubles/sync/device-store.ts';
import { storeKey } from '#tests/doubles/sync/tab.ts';
import { aFacility, aJob, aTarget, aValue } from '#tests/support/factories/job-factory.ts';
import { createGrid, type GridNews } from './grid-api.ts';
import type { QueueOrder } from './map-queue.ts';

const mercy = aFacility(1, 'Mercy General');

const jobs: JobRow[] = [
  aJob({ id: 1, facility: 'MERCY GEN', facilityValueId: 11, billRate: 70 }),
  aJob({ id: 2, facility: 'MERCY GEN', facilityValueId: 11, billRate: 60, status: 'Closed' }),
  aJob({ id: 3, facility: 'ST ROSE', facilityValueId: 12, billRate: 80 }),
  aJob({ id: 4, facility: 'ST ROSE', facilityValueId: 12, facilityMap: 'F1', billRate: 90 }),
];

async function seeded(own: Partial<Store> = {}) {
  const store = await openDeviceStore();
  await store.write(async (tx) => {
    await tx.put('blocks', [blockFromRows('job', 1, jobs as unknown as Row[])]);
    const range = { no: 1, first: 1, last: 4, rows: 4 };
    await tx.put('layouts', [{ collection: 'job', live: [range], shadow: [], retired: [], complete: true }]);
    const fresh = [
      { collection: 'atsValue' as const, id: 1, rev: 1, row: mercy as unknown as Row },
      { collection: 'target' as const, id: 1, rev: 1, row: aTarget({ maps: ['facility'] }) as unknown as Row },
      ...[
        aValue(11, 'facility', { text: 'MERCY GEN', suggestedId: 'F1', certainty: 86 }),
        aValue(12, 'facility', { text: 'ST ROSE' }),
      ].map((row) => ({ collection: 'mapValue' as const, id: row.id, rev: 1, row: row as unknown as Row })),
    ];
    await tx.put('fresh', fresh);
  });
  const grid = createGrid(async () => ({ ...store, ...own, close: () => undefined }));
  const news: GridNews[] = [];
  await grid.open(storeKey, (now) => news.push(now));
  await settled(news, (now) => now.ready);
  return { store, grid, news };
}

async function settled(news: readonly GridNews[], holds: (now: GridNews) => boolean): Promise<GridNews> {
  for (let wait = 0; wait < 200; wait++) {
    const now = news.at(-1);
    if (now && holds(now)) return now;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('the grid never reported it');
}

const put = (
  store: Store,
  collection: 'job' | 'mapValue' | 'customerStatus' | 'source',
  row: { id: number; name?: string | null; expandedStatuses?: Record<string, number> },
) =>
  store.write(async (tx) => {
    await tx.put('fresh', [{ collection, id: row.id, rev: 2, row: row as unknown as Row }]);
    tx.changed(collection, [row.id]);
  });

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

test('while the user works in the rows, jobs of others wait; own changes, also of a mapping, take effect at once', async () => {
  const { store, grid, news } = await seeded();
  grid.show({ kind: 'empty', column: 'facilityName' }, []);
  grid.hold(true);
  const shown = () => [...grid.ids(0, 9)];
  expect(shown()).toEqual([1, 2, 3]);
  await put(store, 'job', aJob({ id: 9, facility: 'NEW' }));
  await put(store, 'job', aJob({ id: 1, facilityMap: 'F1' }));
  await settled(news, ({ waiting }) => waiting.arrived === 1 && waiting.left === 1);
  expect(shown()).toEqual([1, 2, 3]);

  await store.write(async (tx) => {
    const row = { ...aValue(12, 'facility', { text: 'ST ROSE', mappedId: 'F1', how: 'person' }) } as unknown as Row;
    await tx.put('overlay', [{ collection: 'mapValue', id: 12, row, entries: [1] }]);
    await tx.put('outbox', [{ entry: 1, state: 'waiting', parked: null, rows: ['mapValue/12'] } as unknown as OutboxEntry]);
    tx.changed('mapValue', [12]);
    tx.outboxChanged();
  });
  await settled(news, ({ count }) => count === 2);
  expect(shown()).toEqual([1, 2]);
  expect(grid.hold(true).waiting).toEqual({ arrived: 0, left: 0 });
  expect(shown()).toEqual([2, 9]);
});

test('another view includes what the store has already but the grid has not heard of, also while the user works in the rows', async () => {
  const { store, grid, news } = await seeded({ watch: () => () => undefined });
  const closed = { kind: 'equals', column: 'status', text: 'Closed' } as const;
  grid.hold(true);
  await put(store, 'job', aJob({ id: 3, status: 'Closed' }));
  expect(grid.show(closed, []).count).toBe(1);
  await settled(news, ({ count }) => count === 2);
  expect([...grid.ids(0, 9)]).toEqual([2, 3]);
  expect(news.at(-1)?.waiting).toEqual({ arrived: 0, left: 0 });
});

test('the focus that comes with another view does not hold it before the grid has read what the store has', async () => {
  const { store, grid, news } = await seeded({ watch: () => () => undefined });
  await put(store, 'job', aJob({ id: 3, status: 'Closed' }));
  expect(grid.show({ kind: 'equals', column: 'status', text: 'Closed' }, []).count).toBe(1);
  grid.hold(true);
  await settled(news, ({ count }) => count === 2);
  expect([...grid.ids(0, 9)]).toEqual([2, 3]);
  expect(news.at(-1)?.waiting).toEqual({ arrived: 0, left: 0 });
});

test('a view that is shown during a read is held only after the read that it asks for', async () => {
  let hear = () => {};
  const { store, grid, news } = await seeded({
    watch(hears) {
      hear = () => hears({ version: 0, changes: [], outbox: false });
      return () => undefined;
    },
  });
  await put(store, 'job', aJob({ id: 3, status: 'Closed' }));
  hear();
  const later = put(store, 'job', aJob({ id: 4, status: 'Closed' }));
  grid.show({ kind: 'equals', column: 'status', text: 'Closed' }, []);
  grid.hold(true);
  await later;
  await settled(news, ({ count, waiting }) => count + waiting.arrived === 3);
  expect([...grid.ids(0, 9)]).toEqual([2, 3, 4]);
});

test('another view is held again, also where nothing has changed', async () => {
  const { store, grid, news } = await seeded();
  grid.hold(true);
  const { order } = grid.show({ kind: 'equals', column: 'status', text: 'Closed' }, []);
  await settled(news, (now) => now.order > order);
  await put(store, 'job', aJob({ id: 4, status: 'Closed' }));
  await settled(news, ({ waiting }) => waiting.arrived === 1);
  expect([...grid.ids(0, 9)]).toEqual([2]);
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

test('a grid that gets the focus at any moment of a first snapshot shows all its rows, and none of them waits', async () => {
  const rows = packColumns(Array.from({ length: 300 }, (_, i) => ({ ...aJob({ id: i + 1 }) })));
  const outcomes = [];
  for (let turns = 0; turns < 300; turns += 5) {
    const store = await openDeviceStore();
    const grid = createGrid(async () => ({ ...store, close: () => undefined }));
    const news: GridNews[] = [];
    await grid.open(storeKey, (now) => news.push(now));
    await settled(news, (now) => now.ready);
    const load = await beginSnapshot(store, 'this tab');
    const flipped = addBlock(store, load, 'job', rows).then(() => store.write((tx) => flipSnapshot(tx, load)));
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    grid.hold(true);
    await flipped;
    await settled(news, (now) => now.ready && now.complete && now.total === 300);
    // Nothing follows that would show rows which wait.
    await new Promise((resolve) => setTimeout(resolve, 5));
    outcomes.push({ shown: grid.ids(0, 400).length, waiting: news.at(-1)?.waiting.arrived });
    store.close();
  }
  expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome)))).toEqual(new Set(['{"shown":300,"waiting":0}']));
});

test('an empty grid with the focus shows the first jobs at once, and holds its rows from then on', async () => {
  const { store, grid, news } = await seeded();
  grid.show({ kind: 'equals', column: 'facility', text: 'NEW' }, []);
  expect(grid.hold(true).count).toBe(0);
  await put(store, 'job', aJob({ id: 9, facility: 'NEW' }));
  await settled(news, ({ count }) => count === 1);
  await put(store, 'job', aJob({ id: 10, facility: 'NEW' }));
  const { count, waiting } = await settled(news, (now) => now.waiting.arrived > 0);
  expect({ count, waiting }).toEqual({ count: 1, waiting: { arrived: 1, left: 0 } });
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
