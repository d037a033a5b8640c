import { expect, test } from 'vitest';
import { createMemoryDisk } from '#tests/doubles/memory-backend.ts';
import { differences, hold, minute, second, synced } from '#tests/doubles/sync/one-device.ts';

test('[edge case 21] once the customer is restored, the same device loads its rows again and sends its changes', async () => {
  const { clock, store, service, engine, open, disk } = await synced({ disk: createMemoryDisk() });
  service.customerGone = true;
  await hold(store, 7);
  await clock.pass(second);
  engine.stop();
  const closed = await open(disk);
  closed.engine.start();
  await clock.pass(minute);
  expect(closed.engine.state()).toMatchObject({ paused: 'customer_gone', waiting: 1 });
  closed.engine.stop();
  service.customerGone = false;
  const next = await open(disk);
  next.engine.start();
  await clock.pass(minute);
  expect(next.engine.state()).toMatchObject({ phase: 'synced', paused: null, waiting: 0 });
  expect(await differences(next.store, service)).toEqual([]);
  expect([...service.ran.values()]).toEqual([1]);
});
