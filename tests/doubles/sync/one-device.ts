import type { CollectionName } from '#contract/rows/rows.ts';
import { commands } from '#domain/commands/commands.ts';
import { canonicalJson } from '#domain/json/canonical-json.ts';
import { enqueue } from '#src/outbox/enqueue.ts';
import { readOutbox } from '#src/outbox/items.ts';
import { readLane } from '#src/store/meta.ts';
import { scan } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';
import type { NetRequest, Tokens } from '#src/sync/transport/ports.ts';
import { createMemoryDisk, type MemoryDisk } from '#tests/doubles/memory-backend.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { ModelService } from './model-service.ts';
import { Origin } from './origin.ts';
import { openTab, type Tab } from './tab.ts';
import { VirtualClock } from './virtual-clock.ts';
import { type Fate, wireTo } from './wire.ts';

const jobIds = [7, 8, 9];
export const second = 1_000;
export const minute = 60 * second;

/** A device and its service. `fate` decides what happens to each request. */
export async function oneDevice(options: { disk?: MemoryDisk; tokens?: Tokens; drainOnly?: boolean; locksWork?: boolean } = {}) {
  const clock = new VirtualClock();
  const service = new ModelService();
  for (const id of jobIds) service.put('job', aJob({ id, providerJobId: `HV-${id}` }));
  service.put('target', aTarget());
  const sent: NetRequest[] = [];
  const state = { fate: (_path: string, _request: NetRequest): Fate => 'deliver' };
  const origin = new Origin(5);
  const net = wireTo({
    service,
    clock,
    fate(request, path) {
      sent.push(request);
      return state.fate(path, request);
    },
  });
  const open = (disk?: MemoryDisk): Promise<Tab> => {
    const { tokens, drainOnly = false, locksWork = false } = options;
    return openTab({
      clock,
      origin,
      net,
      ...(disk ? { disk } : {}),
      ...(tokens ? { tokens } : {}),
      engine: { drainOnly, locksWork },
    });
  };
  const disk = options.disk ?? createMemoryDisk();
  const tab = await open(disk);
  const lane = (await tab.store.read(readLane)).clientId;
  const paths = (part: string) => sent.filter(({ path }) => path.includes(part));
  return { clock, service, state, origin, open, disk, lane, ...tab, sent, paths };
}

/** The same, after its first sync. */
export async function synced(options: Parameters<typeof oneDevice>[0] = {}) {
  const all = await oneDevice(options);
  all.engine.start();
  await all.clock.pass(second);
  return all;
}

/** Queues a hold of some jobs. */
export const hold = (store: Store, ...ids: number[]) =>
  enqueue(store, commands, 'job.hold.v1', { ids }, { by: 'Ann', at: new Date(store.device.now()).toISOString() });
/** Queues a bill rate of one job. */
export const rate = (store: Store, id: number, value: number) =>
  enqueue(
    store,
    commands,
    'job.edit.v1',
    { id, field: 'billRate', value },
    { by: 'Ann', at: `2026-11-20T08:00:00.${100 + value}Z` },
  );
/** States of the outbox entries, oldest first. */
export const states = async (store: Store) => (await readOutbox(store)).map(({ state }) => state);
/** Rows of a collection that differ between device and service; empty when they agree. */
export async function differences(store: Store, service: ModelService, collection: CollectionName = 'job'): Promise<string[]> {
  const [here, there] = [await scan(store, collection), service.all(collection)].map((rows) =>
    rows.map((row) => canonicalJson(row)),
  );
  return [...(here ?? []).filter((row) => !there?.includes(row)), ...(there ?? []).filter((row) => !here?.includes(row))];
}

/** Gives every push this fate, and delivers all other requests. */
export const onPush =
  (fate: Fate): ((path: string) => Fate) =>
  (path) =>
    path.endsWith('/push') ? fate : 'deliver';
