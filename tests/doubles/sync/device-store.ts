import { collectionNames } from '#contract/rows/rows.ts';
import { commands } from '#domain/commands/commands.ts';
import { putMeta } from '#src/store/meta.ts';
import { openStore, type Store } from '#src/store/store.ts';
import { openDexieBackend } from '#src/store/tables/dexie-backend.ts';
import type { Row } from '#src/store/tables/tables.ts';
import { type CrashPoint, createMemoryBackend, type MemoryDisk } from '#tests/doubles/memory-backend.ts';
import { aJob, aTarget, mappedValues } from '#tests/support/factories/job-factory.ts';
import { Origin } from './origin.ts';
import { storeKey } from './tab.ts';
import { VirtualClock } from './virtual-clock.ts';

const jobIds = [7, 8, 9];

/** Rows after a first sync: three jobs, a target for posting, and its mapped texts. */
const syncedRows = () => [
  ...jobIds.map((id) => ({ collection: 'job' as const, row: aJob({ id, providerJobId: `HV-${id}` }) })),
  { collection: 'target' as const, row: aTarget() },
  ...[...mappedValues().values()].map((row) => ({ collection: 'mapValue' as const, row })),
];

type Options = {
  readonly disk?: MemoryDisk;
  readonly crash?: CrashPoint;
  readonly origin?: Origin;
  readonly clock?: VirtualClock;
};

/** A store without a service, for tests of a single device. */
export async function openDeviceStore({
  disk,
  crash,
  origin = new Origin(),
  clock = new VirtualClock(),
}: Options = {}): Promise<Store> {
  return openStore(createMemoryBackend('store', disk, crash), storeKey, origin.device(clock));
}

/** Writes rows to a store as a sync would. */
export async function fill(store: Store, rows = syncedRows()): Promise<void> {
  await store.write(async (tx) => {
    await tx.put(
      'fresh',
      rows.map(({ collection, row }) => ({ collection, id: row.id, rev: 1, row: row as Row })),
    );
    for (const collection of collectionNames) {
      await tx.put('layouts', [{ collection, live: [], shadow: [], retired: [], complete: true }]);
    }
    await putMeta(tx, 'feed', { epoch: 'e1', scope: 's1', since: 1, lastSeq: 0, syncedAt: null });
  });
}

/** The commands, one of which throws while `broken` returns true. */
export function commandsWith(broken: () => boolean): typeof commands {
  const hold = commands['job.hold.v1'];
  const apply: typeof hold.apply = (rows, args, context) => {
    if (broken()) throw new Error('bug in the command');
    return hold.apply(rows, args, context);
  };
  return { ...commands, 'job.hold.v1': { ...hold, apply } };
}

export const ann = (minute = 0) => ({ by: 'Ann', at: `2026-11-20T08:${String(minute).padStart(2, '0')}:00.000Z` });

let opened = 0;

const engines = {
  memory: () => openDeviceStore(),
  IndexedDB: async () => {
    const backend = await openDexieBackend(`filled-${opened++}`, { sleep: async () => {} });
    return openStore(backend, storeKey, new Origin().device(new VirtualClock()));
  },
};

/** Opens a filled store on each engine, by name. Tests must pass on both. */
export const filledStores = Object.entries(engines).map(([engine, open]) => {
  const filled = async () => {
    const store = await open();
    await fill(store);
    return store;
  };
  return [engine, filled] as const;
});
