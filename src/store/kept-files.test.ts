import { expect, test } from 'vitest';
import { createMemoryBackend } from '#tests/doubles/memory-backend.ts';
import { Origin } from '#tests/doubles/sync/origin.ts';
import { storeKey } from '#tests/doubles/sync/tab.ts';
import { VirtualClock } from '#tests/doubles/sync/virtual-clock.ts';
import { keepFile, keptFileIds, mostKeptBytes, readKeptFile } from './kept-files.ts';
import { openStore } from './store.ts';
import { storeSize } from './store-size.ts';
import { wipeRows } from './wipe.ts';

const open = () => openStore(createMemoryBackend('files'), storeKey, new Origin().device(new VirtualClock()));
const file = (size: number, name = 'a.pdf') => ({ name, type: 'application/pdf', bytes: new Uint8Array(size).fill(7) });

test('a file that was opened stays on the device until sign-out', async () => {
  const store = await open();
  const before = await storeSize(store);
  await keepFile(store, 'one', file(1000));
  expect(await readKeptFile(store, 'one')).toEqual(file(1000));
  expect([...(await keptFileIds(store))]).toEqual(['one']);
  expect(await storeSize(store)).toBeGreaterThanOrEqual(before + 1000);
  expect(await storeSize(store)).toBeLessThan(before + 1200);
  await wipeRows(store);
  expect([await readKeptFile(store, 'one'), (await keptFileIds(store)).size]).toEqual([undefined, 0]);
});

test('files beyond the limit push out those that were used longest ago; a larger one is not kept', async () => {
  const store = await open();
  const third = Math.ceil(mostKeptBytes / 3) + 1;
  for (const id of ['one', 'two']) await keepFile(store, id, file(third));
  await keepFile(store, 'one', file(third));
  await keepFile(store, 'three', file(third));
  expect([...(await keptFileIds(store))]).toEqual(['one', 'three']);
  expect(await readKeptFile(store, 'two')).toBeUndefined();
  await keepFile(store, 'four', file(mostKeptBytes + 1));
  expect([...(await keptFileIds(store))]).toEqual(['one', 'three']);
});
