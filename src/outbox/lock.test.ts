import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { commands } from '#domain/commands/commands.ts';
import { makeLockBox, type Sealed } from '#src/store/lock-box.ts';
import { putMeta } from '#src/store/meta.ts';
import { scan } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';
import { rowTables } from '#src/store/tables/tables.ts';
import { keepWaitingFiles, waitingFiles } from '#src/store/waiting-files.ts';
import { ann, fill, filledStores, openDeviceStore } from '#tests/doubles/sync/device-store.ts';
import { enqueue } from './enqueue.ts';
import { readOutbox } from './items.ts';
import { lockWork, readSealed, unlockWork } from './lock.ts';

const serviceKey = btoa(String.fromCharCode(...new Uint8Array(32).fill(7)));
const otherKey = btoa(String.fromCharCode(...new Uint8Array(32).fill(8)));

/** Every value in the store as text: what an attacker who copies the profile could read. */
async function everything(store: Store): Promise<string> {
  const rows: unknown[] = [];
  await store.read(async (tx) => {
    for (const table of rowTables) rows.push(...(await tx.list(table)));
  });
  return JSON.stringify(rows, (_, value: unknown) =>
    value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value,
  );
}

const filledOne = async () => {
  const store = await openDeviceStore();
  await fill(store);
  return store;
};

async function withWork(open: () => Promise<Store>): Promise<Store> {
  const store = await open();
  const box = await makeLockBox('lane', serviceKey);
  await store.write((tx) => putMeta(tx, 'lockBox', box));
  await enqueue(store, commands, 'job.edit.v1', { id: 7, field: 'billRate', value: 7331 }, ann());
  await enqueue(store, commands, 'job.hold.v1', { ids: [8] }, ann(1));
  return store;
}

const unlock = async (store: Store, key: string): Promise<boolean[]> => {
  const sealed = await readSealed(store);
  return Promise.all(sealed.map((one) => unlockWork(store, one, key)));
};

test.each(filledStores)(
  '[edge case 19, D8.3] locked work on %s is unreadable, and as it was after unlocking',
  async (_, open) => {
    const store = await withWork(open);
    const before = await readOutbox(store);
    expect(await everything(store)).toContain('7331');
    expect(await lockWork(store)).toBe('sealed');
    const locked = await everything(store);
    expect(locked).not.toContain('7331');
    expect(locked).not.toContain('job.edit');
    expect(locked).not.toContain(atob(serviceKey));
    expect(await readOutbox(store)).toEqual([]);
    expect(await scan(store, 'job')).toEqual([]);
    expect(await readSealed(store)).toMatchObject([{ unsent: 2, oldestUnsentAt: before[0]?.createdAt }]);
    expect(await unlock(store, serviceKey)).toEqual([true]);
    expect(await readOutbox(store)).toEqual(before);
    expect(await readSealed(store)).toEqual([]);
  },
);

test('[edge case 30, D8.3] a waiting file is sealed with the changes, alone too, and is byte for byte what it was', async () => {
  const bytes = Uint8Array.from({ length: 512 }, (_, i) => i % 256);
  const file = {
    id: 'f1',
    ticketId: null,
    ticketRef: 'r1',
    name: 'rates.csv',
    type: 'text/csv',
    bytes,
    at: '2026-11-21',
    refused: null,
  };
  const store = await filledOne();
  const box = await makeLockBox('lane', serviceKey);
  await store.write((tx) => putMeta(tx, 'lockBox', box));
  await keepWaitingFiles(store, [file], 1000);
  expect(await lockWork(store)).toBe('sealed');
  expect(await waitingFiles(store)).toEqual([]);
  expect(await everything(store)).not.toContain('rates.csv');
  expect(await readSealed(store)).toMatchObject([{ unsent: 1, oldestUnsentAt: '2026-11-21' }]);
  expect(await unlock(store, serviceKey)).toEqual([true]);
  expect(await waitingFiles(store)).toEqual([file]);
});

test('[edge case 39] another user’s key does not open it, and trying loses nothing', async () => {
  const store = await withWork(filledOne);
  await lockWork(store);
  expect(await unlock(store, otherKey)).toEqual([false]);
  expect(await readSealed(store)).toMatchObject([{ unsent: 2 }]);
  expect(await unlock(store, serviceKey)).toEqual([true]);
  expect(await readOutbox(store)).toHaveLength(2);
});

test('[edge case 19] sealing again before earlier changes could be opened loses nothing of them', async () => {
  const store = await withWork(filledOne);
  const before = await readOutbox(store);
  await lockWork(store);
  await fill(store);
  await enqueue(store, commands, 'job.hold.v1', { ids: [9] }, ann(2));
  expect(await lockWork(store)).toBe('sealed');
  expect((await readSealed(store)).map(({ unsent }) => unsent)).toEqual([2, 1]);
  expect(await unlock(store, serviceKey)).toEqual([true, true]);
  const after = await readOutbox(store);
  expect(after.slice(0, 2)).toEqual(before);
  expect(after.map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

test('A single seal in the format of an earlier version opens too', async () => {
  const store = await withWork(filledOne);
  await lockWork(store);
  const [sealed] = await readSealed(store);
  await store.write((tx) => putMeta(tx, 'sealed', sealed as Sealed));
  expect(await unlock(store, serviceKey)).toEqual([true]);
  expect(await readOutbox(store)).toHaveLength(2);
});

test('A changed byte is detected', async () => {
  const store = await withWork(filledOne);
  await lockWork(store);
  const [sealed] = await readSealed(store);
  if (!sealed) throw new Error('nothing is sealed');
  const bytes = sealed.bytes.with(0, (sealed.bytes[0] ?? 0) ^ 1);
  await store.write((tx) => putMeta(tx, 'sealed', [{ ...sealed, bytes }]));
  expect(await unlock(store, serviceKey)).toEqual([false]);
});

test('A device that never received a key keeps its changes, without rows, and reports that they are not sealed', async () => {
  const store = await filledOne();
  await enqueue(store, commands, 'job.hold.v1', { ids: [8] }, ann());
  expect(await lockWork(store)).toBe('open');
  expect(await readOutbox(store)).toHaveLength(1);
  expect(await scan(store, 'job')).toEqual([]);
});
