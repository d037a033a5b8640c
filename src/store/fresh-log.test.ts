import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { commands } from '#domain/commands/commands.ts';
import { enqueue } from '#src/outbox/enqueue.ts';
import { fill, openDeviceStore } from '#tests/doubles/sync/device-store.ts';
import { settle, VirtualClock } from '#tests/doubles/sync/virtual-clock.ts';
import { beginFreshLog, keepFreshLog } from './fresh-log.ts';

test('Starting a new log writes more than the browser’s 4 MB and leaves no database behind', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  await beginFreshLog('fresh');
  const bytes = put.mock.calls.reduce((sum, [value]) => sum + (value as Uint8Array).byteLength, 0);
  put.mockRestore();
  expect(bytes).toBeGreaterThan(4_200_000);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('fresh');
});

test('A new log starts at once if changes wait, otherwise with the first change or after the startup time', async () => {
  for (const first of ['work', 'change', 'time'] as const) {
    const clock = new VirtualClock();
    const store = await openDeviceStore({ clock });
    await fill(store);
    const change = () =>
      enqueue(store, commands, 'job.hold.v1', { ids: [7] }, { by: 'Ann Reyes', at: '2026-11-20T08:00:00.000Z' });
    if (first === 'work') await change();
    let begun = 0;
    const kept = keepFreshLog(store, { after: (ms, run) => clock.after(ms, run), begin: async () => void begun++ });
    await settle();
    expect(begun, first).toBe(first === 'work' ? 1 : 0);
    if (first === 'change') await change();
    if (first === 'time') await clock.pass(20_000);
    await kept;
    await change();
    await clock.pass(60_000);
    expect(begun, first).toBe(1);
  }
});
