import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { type StorageEstimate, type StorageHealth, storageHealth } from '#src/store/reserve.ts';

let health: StorageHealth = 'good';
const listeners = new Set<() => void>();

/** This device's storage health. `refused`: nothing important can be stored, so changes are made online only [edge case 8]. */
export const deviceHealth = {
  get: (): StorageHealth => health,
  watch: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

export const useDeviceHealth = (): StorageHealth => useSyncExternalStore(deviceHealth.watch, deviceHealth.get);

/** Used storage, quota, and whether the browser granted persistent storage. */
export async function estimateStorage(): Promise<StorageEstimate> {
  const [{ usage = 0, quota = 0 }, persisted] = await Promise.all([navigator.storage.estimate(), navigator.storage.persisted()]);
  return { usedBytes: usage, quotaBytes: quota, persisted };
}

const everyMs = 60_000;

/** Checks storage every minute. Calls `onWorse` when space has become low. */
export function useHealthWatch(onWorse: (now: StorageHealth) => void): void {
  const worse = useEffectEvent(onWorse);
  useEffect(() => {
    const look = async () => {
      const now = storageHealth(await estimateStorage());
      if (now === health) return;
      health = now;
      for (const listener of listeners) listener();
      if (now !== 'good') worse(now);
    };
    // A browser without an estimate causes no warning.
    const lookQuietly = () => void look().catch(() => undefined);
    lookQuietly();
    const timer = window.setInterval(lookQuietly, everyMs);
    return () => window.clearInterval(timer);
  }, []);
}
