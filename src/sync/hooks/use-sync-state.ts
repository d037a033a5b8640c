import { useSyncExternalStore } from 'react';
import type { SyncState } from '../sync-state.ts';
import { useLocalStore } from './local-store.ts';

/** The sync state of this device, for the status pill. */
export function useSyncState(): SyncState {
  const { sync } = useLocalStore();
  return useSyncExternalStore(sync.subscribe, sync.get);
}
