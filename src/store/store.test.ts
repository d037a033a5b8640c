import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { commands } from '#domain/commands/commands.ts';
import { enqueue } from '#src/outbox/enqueue.ts';
import { createMemoryDisk } from '#tests/doubles/memory-backend.ts';
import { ann, fill, openDeviceStore } from '#tests/doubles/sync/device-store.ts';
import { Origin } from '#tests/doubles/sync/origin.ts';
import { storeKey } from '#tests/doubles/sync/tab.ts';
import { settle, VirtualClock } from '#tests/doubles/sync/virtual-clock.ts';
import { keepCached, keepDraft, readCached, readDraft } from './cached.ts';
import { openDeviceStores } from './device-stores.ts';
import type { LocalSettings } from './local-settings.ts';
import { putMeta, readLane } from './meta.ts';
import { findWiped, forgetMirror, updateMirror } from './mirror.ts';
import { keepReserve, storageHealth } from './reserve.ts';
import { readRow } from './rows.ts';
import { addBlock, beginSnapshot } from './snapshot-blocks.ts';
import { changesSince, keptNotices, openStore } from './store.ts';
import { storeName } from './store-name.ts';
import { openDexieBackend } from './tables/dexie-backend.ts';
import type { Notice } from './tables/tables.ts';
import { wipeAll, wipeRows } from './wipe.ts';

const sleep = async () => {};
const memorySettings = (): LocalSettings => {
  const values = new Map<string, unknown>();
  return {
    read: (key) => values.get(key),
    write: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
    keys: () => [...values.keys()],
  };
};

test('[edge case 11] code with another schema version reads and never writes', async () => {
  const disk = createMemoryDisk();
  const store = await openDeviceStore({ disk });
  await fill(store);
  await store.write((tx) => putMeta(tx, 'schema', { schema: 99, minReader: 1 }));
  await expect(store.write(async (tx) => tx.outboxChanged())).rejects.toMatchObject({ kind: 'outdated' });
  await expect(keepDraft(store, 'form', 1)).rejects.toMatchObject({ kind: 'outdated' });
  expect(await readRow(store, 'job', 7)).toBeDefined();
  const rolledBack = await openDeviceStore({ disk });
  expect(await enqueue(rolledBack, commands, 'job.hold.v1', { ids: [7] }, ann())).toEqual({
    ok: false,
    error: { kind: 'storage', why: 'outdated' },
  });
});

test('[edge case 12] code that cannot read the schema does not open the store', async () => {
  const disk = createMemoryDisk();
  const store = await openDeviceStore({ disk });
  await store.write((tx) => putMeta(tx, 'schema', { schema: 99, minReader: 99 }));
  await expect(openDeviceStore({ disk })).rejects.toMatchObject({ kind: 'outdated' });
});

test('every tab receives a committed change, once and in order', async () => {
  const disk = createMemoryDisk();
  const origin = new Origin();
  const [here, there] = [await openDeviceStore({ disk, origin }), await openDeviceStore({ disk, origin })];
  const heard: Notice[] = [];
  there.watch((notice) => heard.push(notice));
  here.watch((notice) => heard.push(notice));
  await here.write(async (tx) => {
    tx.changed('job', [1, 2]);
    tx.changed('job', [2, 3]);
    tx.outboxChanged();
  });
  await settle();
  const notice = { version: 1, changes: [{ collection: 'job', ids: [1, 2, 3] }], outbox: true };
  expect(heard).toEqual([notice, notice]);
});

test('a notice names the block that contains new rows, separately from changed rows', async () => {
  const store = await openDeviceStore();
  const heard: Notice[] = [];
  store.watch((notice) => heard.push(notice));
  const load = await beginSnapshot(store, 'owner');
  const columns = { rows: 2, columns: { id: { kind: 'num' as const, values: [4, 7] } } };
  expect(await addBlock(store, load, 'job', columns)).toBe(true);
  await store.write(async (tx) => tx.changed('job', [7]));
  await settle();
  expect(heard.map(({ changes }) => changes)).toEqual([
    [{ collection: 'job', ids: [4, 7], block: 1 }],
    [{ collection: 'job', ids: [7] }],
  ]);
});

test('a tab that slept learns what it missed, or that it missed too much', async () => {
  const store = await openDeviceStore();
  const change = (id: number) => store.write(async (tx) => tx.changed('job', [id]));
  await change(1);
  await change(2);
  expect((await changesSince(store, 1))?.map(({ version }) => version)).toEqual([2]);
  expect(await changesSince(store, 2)).toEqual([]);
  for (let id = 3; id < keptNotices + 3; id++) await change(id);
  expect(await changesSince(store, 1)).toBeNull();
});

test('[edge case 24] a page that missed notices receives exactly those, or reads everything again', async () => {
  const origin = new Origin();
  const disk = createMemoryDisk();
  const awake = await openDeviceStore({ disk, origin });
  await fill(awake);
  const asleep = await openDeviceStore({ disk, origin: new Origin(9) });
  const heard: (readonly number[] | 'all' | undefined)[] = [];
  asleep.watch(({ changes }) => heard.push(changes[0]?.ids));
  const change = (id: number) => awake.write(async (tx) => tx.changed('job', [id]));
  await change(7);
  await change(8);
  expect(heard).toEqual([]);
  await asleep.catchUp();
  await asleep.catchUp();
  expect(heard).toEqual([[7], [8]]);
  for (let id = 1; id <= keptNotices + 2; id++) await change(id);
  await asleep.catchUp();
  expect(heard.slice(2)).toEqual(['all']);
});

test('[edge case 22] a store that the browser wiped is detected, with the number of lost changes', async () => {
  const settings = memorySettings();
  const store = await openDeviceStore();
  await fill(store);
  await enqueue(store, commands, 'job.hold.v1', { ids: [7] }, ann());
  await updateMirror(store, settings);
  expect(findWiped(store, settings)).toMatchObject({ unsent: 1 });
  const disk = createMemoryDisk();
  const wiped = await openDeviceStore({ disk });
  expect(findWiped(wiped, settings)).toMatchObject({ unsent: 1, maxSeq: 1 });
  expect(findWiped(await openDeviceStore({ disk }), settings)).toBeNull();
  forgetMirror(wiped.name, settings);
  expect(findWiped(wiped, settings)).toBeNull();
});

test('[edge case 39] the stores of two users of one browser have different names, which reveal nothing', async () => {
  const device = new Origin().device(new VirtualClock());
  const names = await Promise.all([1, 2].map((userId) => storeName({ ...storeKey, userId }, (text) => device.digest(text))));
  expect(new Set(names).size).toBe(2);
  expect(names.join(' ')).not.toContain(storeKey.origin);
});

test('[edge cases 19, 20] signing out removes the rows and keeps the changes; a wipe removes both', async () => {
  const store = await openDeviceStore();
  await fill(store);
  await enqueue(store, commands, 'job.hold.v1', { ids: [7] }, ann());
  await keepCached(store, 'report', { rows: 1 });
  await keepDraft(store, 'form', { name: 'x' });
  expect((await readCached(store, 'report'))?.reply).toEqual({ rows: 1 });
  await wipeRows(store);
  expect(await readRow(store, 'job', 7)).toBeUndefined();
  expect([await readCached(store, 'report'), await readDraft(store, 'form')]).toEqual([undefined, undefined]);
  expect(await store.read((tx) => tx.list('outbox'))).toHaveLength(1);
  const { clientId } = await store.read(readLane);
  expect(await wipeAll(store, clientId)).toBe(true);
  expect(await store.read((tx) => tx.list('outbox'))).toEqual([]);
});

test('[edge case 20] a late wipe order for a replaced lane removes nothing of the current lane', async () => {
  const store = await openDeviceStore();
  const { clientId } = await store.read(readLane);
  expect(await wipeAll(store, clientId)).toBe(true);
  await fill(store);
  await enqueue(store, commands, 'job.hold.v1', { ids: [7] }, ann());
  expect(await wipeAll(store, clientId)).toBe(false);
  expect(await store.read((tx) => tx.list('outbox'))).toHaveLength(1);
  expect(await readRow(store, 'job', 7)).toBeDefined();
});

test('[edge cases 7, 8] storage is low from 80% on, and refused when the quota is very small', () => {
  const health = (usedBytes: number, quotaBytes: number, persisted: boolean) =>
    storageHealth({ usedBytes, quotaBytes, persisted });
  expect(health(799e6, 1e9, false)).toBe('good');
  expect(health(800e6, 1e9, true)).toBe('low');
  expect(health(1e6, 199e6, false)).toBe('refused');
  expect(health(1e6, 199e6, true)).toBe('good');
});

test('[edge case 11] IndexedDB: a newer tab that upgrades closes this one, which reports it', async () => {
  let outdated = 0;
  const first = await openDexieBackend('upgraded', { sleep, onOutdated: () => outdated++ });
  const store = await openStore(first, storeKey, new Origin().device(new VirtualClock()));
  await keepReserve(store);
  await new Promise((resolve, reject) => {
    const request = indexedDB.open('upgraded', 90);
    request.addEventListener('success', () => {
      request.result.close();
      resolve(undefined);
    });
    request.addEventListener('error', reject);
  });
  expect(outdated).toBe(1);
  await expect(store.read((tx) => tx.list('meta'))).rejects.toMatchObject({ kind: 'gone' });
});

test('the device keeps a list of its stores', async () => {
  const list = openDeviceStores('device-test');
  const one = {
    name: 'gone',
    userHash: 'u',
    customerId: 2,
    customer: 'Harbor Staffing',
    impersonation: null,
    rows: 3,
    lastCompleteAt: null,
    unsent: 0,
    leaseUntil: null,
  };
  await list.note(one);
  await list.note({ ...one, unsent: 2 });
  expect(await list.list()).toEqual([{ ...one, unsent: 2 }]);
  await list.remove('gone');
  expect(await list.list()).toEqual([]);
  list.close();
});
