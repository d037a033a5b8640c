import { describe, expect, test } from 'vitest';
import { packColumns } from '#domain/columns/pack-columns.ts';
import { commands } from '#domain/commands/commands.ts';
import { enqueue } from '#src/outbox/enqueue.ts';
import { ann, fill, openDeviceStore } from '#tests/doubles/sync/device-store.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { countFresh, foldStep } from './fold.ts';
import { type CollectionPart, readBlocks, readRow, readRows, scan, scanFields } from './rows.ts';
import { addBlock, beginSnapshot, dropBase, flipSnapshot } from './snapshot-blocks.ts';
import type { Store } from './store.ts';
import { blockFromRows, blockFromWire, blockRows, rowsOf } from './tables/blocks.ts';
import type { Row } from './tables/tables.ts';

const jobs = (ids: readonly number[], over: Parameters<typeof aJob>[0] = {}) =>
  ids.map((id) => aJob({ id, providerJobId: `HV-${id}`, ...over }));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

async function freshen(store: Store, rows: readonly { id: number; row: Row | null }[]): Promise<void> {
  await store.write(async (tx) => {
    await tx.put(
      'fresh',
      rows.map(({ id, row }) => ({ collection: 'job' as const, id, rev: 2, row })),
    );
    tx.changed(
      'job',
      rows.map(({ id }) => id),
    );
  });
}

/** A store whose jobs are in blocks. */
async function folded(ids: readonly number[]): Promise<Store> {
  const store = await openDeviceStore();
  await fill(store, []);
  await freshen(
    store,
    jobs(ids).map((row) => ({ id: row.id, row })),
  );
  while (await foldStep(store));
  return store;
}

const parts = async (store: Store): Promise<CollectionPart[]> => {
  const found: CollectionPart[] = [];
  for await (const part of readBlocks(store, 'job')) found.push(part);
  return found;
};

describe('blocks', () => {
  test('return the rows they were made from, with nulls, booleans and objects', () => {
    const rows = [
      ...jobs([1]),
      ...jobs([2], { billRate: null, asap: true, locks: { billRate: { by: 'Ann', at: 'x', was: 1 } } }),
    ];
    const block = blockFromRows('job', 1, rows);
    expect(rowsOf(block)).toEqual(rows);
    expect(block.columns['billRate']?.kind).toBe('num');
    expect(block.columns['title']?.kind).toBe('dict');
  });

  test('store values that many rows share once in a dictionary, and rare values directly', () => {
    const lock = { by: 'Ann', at: 'x', was: 1 };
    const rows = range(1, 40).map((id) =>
      aJob({
        id,
        billRate: id % 4 === 0 ? null : id % 4,
        localRate: id / 8,
        asap: id % 2 === 0,
        locks: id % 3 === 0 ? { billRate: lock } : {},
        extra: { shiftNote: `note ${id}` },
      }),
    );
    const { columns } = blockFromRows('job', 1, rows);
    expect(rowsOf({ collection: 'job', no: 1, ids: Float64Array.from(range(1, 40)), columns })).toEqual(rows);
    const { billRate, localRate, asap, locks, extra } = columns;
    expect([billRate?.values, asap?.values, locks?.values]).toEqual([
      [1, 2, 3, null],
      [false, true],
      [{}, { billRate: lock }],
    ]);
    expect([localRate?.kind, extra?.kind]).toEqual(['num', 'json']);
    const wire = packColumns(rows);
    expect(blockFromWire('job', 1, wire)?.columns).toMatchObject({ billRate, localRate, asap, locks, extra });
  });

  test('store instants that few rows share as numbers, and similar texts unchanged', () => {
    const at = (id: number) => new Date(Date.UTC(2026, 10, 21, 8, id)).toISOString();
    const rows = range(1, 40).map((id) =>
      aJob({
        id,
        postedAt: id % 7 === 0 ? null : at(id),
        changedAt: id === 3 ? '2026-11-21T08:03:00Z' : at(id),
        firstSeenAt: at(id % 5),
      }),
    );
    const block = blockFromRows('job', 1, rows);
    expect(rowsOf(block)).toEqual(rows);
    const { postedAt, changedAt, firstSeenAt } = block.columns;
    expect([postedAt?.kind, changedAt?.kind, firstSeenAt?.kind]).toEqual(['instant', 'dict', 'dict']);
    expect(blockFromWire('job', 1, packColumns(rows))?.columns).toMatchObject({ postedAt, changedAt, firstSeenAt });
  });

  test('from the service are sorted by id; a missing column reads as null', () => {
    const block = blockFromWire('source', 1, {
      rows: 2,
      columns: { id: { kind: 'num', values: [9, 4] }, name: { kind: 'dict', values: ['Nine', 'Four'], codes: [0, 1] } },
    });
    expect(block && rowsOf(block)).toEqual([
      {
        id: 4,
        name: 'Four',
        alias: null,
        autoPost: null,
        autoPostTo: null,
        aliases: null,
        members: null,
        expandedStatuses: null,
      },
      {
        id: 9,
        name: 'Nine',
        alias: null,
        autoPost: null,
        autoPostTo: null,
        aliases: null,
        members: null,
        expandedStatuses: null,
      },
    ]);
  });

  test('with inconsistent columns are refused', () => {
    expect(blockFromWire('source', 1, { rows: 2, columns: { id: { kind: 'num', values: [1] } } })).toBeNull();
    expect(blockFromWire('source', 1, { rows: 0, columns: {} })).toBeNull();
  });
});

test('a local change overrides a newer row, and a newer row overrides its block; a deleted row is gone', async () => {
  const store = await folded([7, 8, 9]);
  await freshen(store, [
    { id: 8, row: aJob({ id: 8, billRate: 50 }) },
    { id: 9, row: null },
  ]);
  await enqueue(store, commands, 'job.edit.v1', { id: 8, field: 'billRate', value: 60 }, ann());
  const rows = await readRows(store, 'job', [8, 9, 7]);
  expect(rows.map((row) => row?.billRate)).toEqual([60, undefined, 92.5]);
  expect((await scan(store, 'job')).map(({ id, billRate }) => [id, billRate])).toEqual([
    [7, 92.5],
    [8, 60],
  ]);
  const few = await scanFields(store, 'job', ['billRate', 'title']);
  expect(few.sort((a, b) => a.id - b.id).map(({ id, billRate, title }) => [id, billRate, title])).toEqual([
    [7, 92.5, 'RN ICU'],
    [8, 60, 'RN ICU'],
  ]);
});

test('folding moves rows between tables but never changes their values', async () => {
  const store = await folded(range(1, blockRows + 500));
  await freshen(store, [
    { id: 3, row: null },
    { id: 2200, row: aJob({ id: 2200, billRate: 1 }) },
    { id: 9000, row: aJob({ id: 9000 }) },
  ]);
  const before = await scan(store, 'job');
  expect(await countFresh(store)).toBe(3);
  while (await foldStep(store));
  expect(await countFresh(store)).toBe(0);
  expect(await scan(store, 'job')).toEqual(before);
  expect((await readRow(store, 'job', 2200))?.billRate).toBe(1);
  expect(await readRow(store, 'job', 3)).toBeUndefined();
});

test('a fold does not disturb a reader that is reading the blocks', async () => {
  const store = await folded(range(1, 2 * blockRows));
  const reader = readBlocks(store, 'job');
  await reader.next();
  await reader.next();
  await freshen(store, [{ id: 3000, row: aJob({ id: 3000, billRate: 1 }) }]);
  await foldStep(store);
  const rest: CollectionPart[] = [];
  for await (const part of reader) rest.push(part);
  const rates = rest.flatMap((part) => (part.kind === 'block' ? rowsOf(part.block).map(({ billRate }) => billRate) : []));
  expect([rates.length, new Set(rates)]).toEqual([blockRows, new Set([92.5])]);
  expect((await readRow(store, 'job', 3000))?.billRate).toBe(1);
});

test('the parts of a collection together equal a scan', async () => {
  const store = await folded([7, 8, 9]);
  await freshen(store, [{ id: 8, row: null }]);
  const [head, ...blocks] = await parts(store);
  expect(head).toMatchObject({ kind: 'head', complete: true, patches: [{ id: 8, row: null }] });
  expect(blocks.map((part) => (part.kind === 'block' ? [...part.block.ids] : []))).toEqual([[7, 8, 9]]);
});

describe('a snapshot', () => {
  const columns = (ids: number[]) => ({
    rows: ids.length,
    columns: {
      id: { kind: 'num' as const, values: ids },
      title: { kind: 'dict' as const, values: ['New'], codes: ids.map(() => 0) },
    },
  });
  const titles = async (store: Store) => (await scan(store, 'job')).map(({ title }) => title);

  test('shows its rows as they arrive if it is the first', async () => {
    const store = await openDeviceStore();
    const load = await beginSnapshot(store, 'a');
    expect(load.visible).toBe(true);
    await addBlock(store, load, 'job', columns([1, 2]));
    expect(await titles(store)).toEqual(['New', 'New']);
    expect((await parts(store))[0]).toMatchObject({ complete: false });
    expect(await store.write((tx) => flipSnapshot(tx, load))).toBe(true);
    expect((await parts(store))[0]).toMatchObject({ complete: true });
  });

  test('stays hidden while older rows exist, and replaces them and newer rows at its end', async () => {
    const store = await folded([7]);
    await freshen(store, [{ id: 8, row: aJob({ id: 8 }) }]);
    const load = await beginSnapshot(store, 'a');
    await addBlock(store, load, 'job', columns([1, 2]));
    expect(await titles(store)).toEqual(['RN ICU', 'RN ICU']);
    await store.write((tx) => flipSnapshot(tx, load));
    expect((await scan(store, 'job')).map(({ id }) => id)).toEqual([1, 2]);
  });

  test('that another tab has taken over adds nothing more and never becomes visible', async () => {
    const store = await openDeviceStore();
    const first = await beginSnapshot(store, 'a');
    await beginSnapshot(store, 'b');
    expect(await addBlock(store, first, 'job', columns([1]))).toBe(false);
    expect(await store.write((tx) => flipSnapshot(tx, first))).toBe(false);
  });

  test('is refused when its blocks overlap', async () => {
    const store = await openDeviceStore();
    const load = await beginSnapshot(store, 'a');
    expect(await addBlock(store, load, 'job', columns([1, 5]))).toBe(true);
    expect(await addBlock(store, load, 'job', columns([4, 9]))).toBe(false);
  });

  test('is removed with all other rows when rights are lost', async () => {
    const store = await folded([7, 8]);
    await store.write(dropBase);
    expect(await scan(store, 'job')).toEqual([]);
    expect((await beginSnapshot(store, 'a')).visible).toBe(true);
  });
});

test('reading many rows at once equals reading them one by one: local changes over fresh rows over blocks', async () => {
  const store = await folded(range(1, 150));
  await freshen(store, [{ id: 3, row: null }, ...jobs([5, 151], { title: 'newer' }).map((row) => ({ id: row.id, row }))]);
  await enqueue(store, commands, 'job.hold.v1', { ids: [7] }, ann());
  const ids = range(1, 152);
  const single = [];
  for (const id of ids) single.push(await readRow(store, 'job', id));
  expect(await readRows(store, 'job', ids)).toEqual(single);
  expect(single.filter((row) => row === undefined)).toHaveLength(2);
  expect(single[4]?.title).toBe('newer');
  expect(single[6]?.chgMap).not.toBe(single[7]?.chgMap);
});
