import { expect, test } from 'vitest';
import { packColumns } from '#domain/columns/pack-columns.ts';
import { addBlock, beginSnapshot, flipSnapshot } from '#src/store/snapshot-blocks.ts';
import type { OutboxEntry, Row } from '#src/store/tables/tables.ts';
import { openDeviceStore } from '#tests/doubles/sync/device-store.ts';
import { put, seeded, settled } from '#tests/doubles/sync/seeded-grid.ts';
import { storeKey } from '#tests/doubles/sync/tab.ts';
import { aJob, aValue } from '#tests/support/factories/job-factory.ts';
import { createGrid, type GridNews } from './grid-api.ts';

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

test('results of the user’s own posts show at once in held rows; those of others wait', async () => {
  const { store, grid, news } = await seeded();
  const post = (state: 'wanted' | 'done') => [
    { targetId: 1, state, reference: '', externalId: null, words: null, at: '', tries: 0 },
  ];
  await put(store, 'job', aJob({ id: 1, posts: post('done') }));
  grid.show({ kind: 'contains', column: 'postMarks', text: ':done' }, []);
  await settled(news, ({ count }) => count === 1);
  const before = grid.hold(true).version;
  await store.write(async (tx) => {
    const row = aJob({ id: 2, posts: post('wanted') }) as unknown as Row;
    await tx.put('overlay', [{ collection: 'job', id: 2, row, entries: [1] }]);
    await tx.put('outbox', [{ entry: 1, state: 'waiting', parked: null, rows: ['job/2'] } as unknown as OutboxEntry]);
    tx.changed('job', [2]);
    tx.outboxChanged();
  });
  await settled(news, ({ version }) => version > before);
  await store.write(async (tx) => {
    await tx.remove('overlay', [['job', 2]]);
    await tx.remove('outbox', [1]);
    await tx.put('fresh', [{ collection: 'job', id: 2, rev: 2, row: aJob({ id: 2, posts: post('wanted') }) as unknown as Row }]);
    tx.changed('job', [2]);
    tx.outboxChanged();
  });
  await put(store, 'job', aJob({ id: 3, posts: post('done') }));
  await put(store, 'job', aJob({ id: 2, posts: post('done') }));
  await settled(news, ({ count, waiting }) => count + waiting.arrived === 3);
  expect([...grid.ids(0, 9)]).toEqual([1, 2]);
  expect(grid.hold(true).waiting).toEqual({ arrived: 0, left: 0 });
  expect([...grid.ids(0, 9)]).toEqual([1, 2, 3]);
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
