import { commands } from '#domain/commands/commands.ts';
import { openStore, type Store } from '#src/store/store.ts';
import { createSyncEngine, type EngineOptions, type SyncEngine } from '#src/sync/engine.ts';
import type { Net, SyncPorts, Tokens } from '#src/sync/transport/ports.ts';
import { type CrashPoint, createMemoryBackend, createMemoryDisk, type MemoryDisk } from '#tests/doubles/memory-backend.ts';
import type { Origin } from './origin.ts';
import type { VirtualClock } from './virtual-clock.ts';
import { signedIn } from './wire.ts';

type TabOptions = {
  readonly clock: VirtualClock;
  readonly origin: Origin;
  readonly net: Net;
  readonly disk?: MemoryDisk;
  readonly tokens?: Tokens;
  readonly crash?: CrashPoint;
  readonly engine?: Partial<EngineOptions>;
};

export type Tab = { readonly store: Store; readonly engine: SyncEngine; readonly ports: SyncPorts };

export const storeKey = { origin: 'https://jobdock.test', userId: 1, customerId: 2, impersonation: null };

/** One tab of a browser with its engine, on a disk that may outlive it. The engine is not started. */
export async function openTab({ clock, origin, net, disk, tokens, crash, engine }: TabOptions): Promise<Tab> {
  const backend = createMemoryBackend('store', disk ?? createMemoryDisk(), crash);
  const store = await openStore(backend, storeKey, origin.device(clock));
  const ports = { clock, random: origin.random, net, tokens: tokens ?? signedIn, store, locks: origin.locks(clock) };
  const device = { label: 'test', appVersion: '1', persisted: async () => true };
  return { store, ports, engine: createSyncEngine(ports, { commands, device, ...engine }) };
}
