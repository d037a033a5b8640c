import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { commands } from '#domain/commands/commands.ts';
import { openStore } from '#src/store/store.ts';
import { openDexieBackend } from '#src/store/tables/dexie-backend.ts';
import { createSyncEngine } from '#src/sync/engine.ts';
import { minute, synced } from '#tests/doubles/sync/one-device.ts';
import { Origin } from '#tests/doubles/sync/origin.ts';
import { storeKey } from '#tests/doubles/sync/tab.ts';
import { readJournal, readOutbox } from './items.ts';

/**
 * The database as the first version shipped it. Never change these texts: devices in the field have them. A later version that
 * fails here has renamed, reshaped, or re-keyed the outbox [edge case 10].
 */
const shippedTables = {
  meta: 'key',
  layouts: 'collection',
  blocks: '[collection+no]',
  fresh: '[collection+id]',
  overlay: '[collection+id]',
  outbox: 'entry',
  ackJournal: 'entry',
  notices: 'version',
  cached: 'key',
  drafts: 'key',
  ballast: 'key',
};
const clientId = '0123456789abcdef0123456789abcdef';
const shippedEntry = (seq: number) => ({
  entry: seq,
  clientId,
  seq,
  name: seq % 2 === 0 ? 'job.release.v1' : 'job.hold.v1',
  args: { ids: [7] },
  pre: {},
  dependsOn: seq > 1 ? [seq - 1] : [],
  actor: 'Ann',
  createdAt: '2026-11-20T08:00:00.000Z',
  fingerprint: `shipped-${seq}`,
  state: 'waiting',
  parked: null,
  sent: false,
  tries: 0,
  before: [],
  rows: ['job/7'],
  rev: null,
  result: null,
});

async function shippedDatabase(name: string, changes: number): Promise<Dexie> {
  const db = new Dexie(name);
  db.version(1).stores(shippedTables);
  await db.open();
  await db.table('meta').bulkPut([
    { key: 'schema', value: { schema: 1, minReader: 1 } },
    { key: 'lane', value: { clientId, nextSeq: changes + 1, acked: 0, refusals: null, paused: null } },
    { key: 'feed', value: { epoch: 'e1', scope: 's1', since: 1, lastSeq: 0, syncedAt: '2026-11-20T08:00:00.000Z' } },
    { key: 'nextEntry', value: changes + 1 },
  ]);
  await db.table('outbox').bulkPut(Array.from({ length: changes }, (_, i) => shippedEntry(i + 1)));
  return db;
}

test('[edge case 10] this version sends 500 changes queued by the first version: each once, in order, none lost', async () => {
  const old = await shippedDatabase('shipped', 500);
  // The old tab is still open.
  const { clock, service, ports } = await synced();
  const backend = await openDexieBackend('shipped', { sleep: async () => {} });
  const store = await openStore(backend, storeKey, new Origin(3).device(clock));
  const device = { label: 'test', appVersion: '2', persisted: async () => true };
  const engine = createSyncEngine({ ...ports, store }, { commands, device });
  engine.start();
  // IndexedDB takes real time, which the virtual clock does not measure.
  for (let turn = 0; turn < 400 && (await readOutbox(store)).length > 0; turn++) {
    await clock.pass(1000);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect([...service.ran.keys()]).toEqual(Array.from({ length: 500 }, (_, i) => `shipped-${i + 1}`));
  expect([...service.ran.values()].every((times) => times === 1)).toBe(true);
  expect(await readOutbox(store)).toEqual([]);
  engine.stop();
  old.close();
  await store.destroy();
}, 60_000);

test('[edge case 10] a change that this version does not know is kept, and the service judges it', async () => {
  const old = await shippedDatabase('shipped-unknown', 1);
  await old.table('outbox').update(1, { name: 'job.paint.v7', args: { colour: 'red' } });
  old.close();
  const { clock, ports, service } = await synced();
  const backend = await openDexieBackend('shipped-unknown', { sleep: async () => {} });
  const store = await openStore(backend, storeKey, new Origin(4).device(clock));
  const device = { label: 'test', appVersion: '2', persisted: async () => true };
  const engine = createSyncEngine({ ...ports, store }, { commands, device });
  engine.start();
  for (let turn = 0; turn < 60 && (await readOutbox(store))[0]?.state !== 'parked'; turn++) {
    await clock.pass(minute / 10);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(await readOutbox(store)).toMatchObject([{ name: 'job.paint.v7', state: 'parked', args: { colour: 'red' } }]);
  expect(await readJournal(store)).toEqual([]);
  expect(service.ran.size).toBe(0);
  engine.stop();
  await store.destroy();
});
