import { expect, test } from 'vitest';
import { fill, openDeviceStore } from '#tests/doubles/sync/device-store.ts';
import { keepCached, readCached } from './cached.ts';
import { keepReserve } from './reserve.ts';
import { evictCached, storeSize } from './store-size.ts';

test('The size of a store grows with its content, including its reserve', async () => {
  const store = await openDeviceStore();
  const empty = await storeSize(store);
  await fill(store);
  const filled = await storeSize(store);
  await keepReserve(store);
  expect(empty).toBe(0);
  expect(filled).toBeGreaterThan(1_000);
  expect((await storeSize(store)) - filled).toBe(2_000_000);
});

test('[edge case 7] Cached replies are evicted first, and nothing else', async () => {
  const store = await openDeviceStore();
  await fill(store);
  const before = await storeSize(store);
  await keepCached(store, 'report', { rows: [1, 2, 3] });
  expect(await storeSize(store)).toBeGreaterThan(before);
  await evictCached(store);
  expect(await readCached(store, 'report')).toBeUndefined();
  expect(await storeSize(store)).toBe(before);
});
