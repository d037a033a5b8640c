import { useSyncExternalStore } from 'react';
import type { SyncState } from '../sync-state.ts';
import { useLocalStore } from './local-store.ts';

/** What the device is doing with the service, for the status pill. */
export function useSyncState(): SyncState {
  const { sync } = useLocalStore();
  return useSyncExternalStore(sync.subscribe, sync.get);
}
