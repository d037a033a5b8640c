import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { type StorageEstimate, type StorageHealth, storageHealth } from '#src/store/reserve.ts';

let health: StorageHealth = 'good';
const listeners = new Set<() => void>();

/** How much room this device has; `refused`: nothing of worth can be kept, so changes go out at once or not at all [edge case 8]. */
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

/** How much room is used, and whether the browser promised to keep it. */
export async function estimateStorage(): Promise<StorageEstimate> {
  const [{ usage = 0, quota = 0 }, persisted] = await Promise.all([navigator.storage.estimate(), navigator.storage.persisted()]);
  return { usedBytes: usage, quotaBytes: quota, persisted };
}

const everyMs = 60_000;

/** Looks after the room every minute; `onWorse` hears when it has become short. */
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
    // A browser that gives no estimate gives no warning either.
    const lookQuietly = () => void look().catch(() => undefined);
    lookQuietly();
    const timer = window.setInterval(lookQuietly, everyMs);
    return () => window.clearInterval(timer);
  }, []);
}
