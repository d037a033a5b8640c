import type { SyncEngine } from '#src/sync/engine.ts';
import type { OpenLocalStore } from '#src/sync/hooks/local-store.ts';

/** An open store with its sync engine; `close` ends both. */
export type OpenedStore = { value: OpenLocalStore; engine: SyncEngine; close: () => void };
