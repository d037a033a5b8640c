import { expect, test } from 'vitest';
import { commands } from '#domain/commands/commands.ts';
import { enqueue } from '#src/outbox/enqueue.ts';
import { readOutbox } from '#src/outbox/items.ts';
import { createMemoryBackend } from '#tests/doubles/memory-backend.ts';
import { ann, fill } from '#tests/doubles/sync/device-store.ts';
import { Origin } from '#tests/doubles/sync/origin.ts';
import { storeKey } from '#tests/doubles/sync/tab.ts';
import { VirtualClock } from '#tests/doubles/sync/virtual-clock.ts';
import { keepReserve } from './reserve.ts';
import { scan } from './rows.ts';
import { openStore } from './store.ts';
import { StoreFailure } from './tables/backend.ts';
import { wipeRows } from './wipe.ts';

test('[edge cases 7, 19] signing out removes rows from a full device and keeps unsent changes', async () => {
  let full = false;
  const backend = createMemoryBackend('full');
  const limited = {
    ...backend,
    run: ((mode, tables, work) =>
      backend.run(mode, tables, (tx) =>
        work({
          ...tx,
          async put(table, rows) {
            if (full) throw new StoreFailure('full');
            await tx.put(table, rows);
          },
          async clear(table) {
            if (table === 'ballast' && (await tx.get('ballast', 'reserve'))) full = false;
            await tx.clear(table);
          },
        }),
      )) as typeof backend.run,
  };
  const store = await openStore(limited, storeKey, new Origin().device(new VirtualClock()));
  await fill(store);
  await keepReserve(store);
  await enqueue(store, commands, 'job.hold.v1', { ids: [7] }, ann());
  full = true;
  await wipeRows(store);
  expect(await scan(store, 'job')).toEqual([]);
  expect(await readOutbox(store)).toHaveLength(1);
});
