import type { Store } from './store.ts';
import { StoreFailure } from './tables/backend.ts';

/** Size of the reserve, which is freed for the outbox when the device's quota is used up [edge case 7]. */
const reserveBytes = 2_000_000;
const key = 'reserve';

/** Writes the reserve if there is none. */
export async function keepReserve(store: Store): Promise<void> {
  if (await store.aside('read', (tx) => tx.get('ballast', key))) return;
  await store.aside('write', (tx) => tx.put('ballast', [{ key, bytes: noise(reserveBytes) }]));
}

/** Bytes that a compressing database cannot shrink (xorshift). */
function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = 2_463_534_242;
  for (let i = 0; i < length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[i] = state & 0xff;
  }
  return bytes;
}

/** Frees cached replies and the reserve. False when nothing was left to free. */
export async function freeReserve(store: Store): Promise<boolean> {
  return store.aside('write', async (tx) => {
    const cached = await tx.list('cached', { limit: 1 });
    const reserve = await tx.get('ballast', key);
    await tx.clear('cached');
    await tx.clear('ballast');
    return cached.length > 0 || reserve !== undefined;
  });
}

/** Runs work that must not fail on a full device. If it fails for lack of space, frees the reserve and runs it again. */
export async function makingRoom<R>(store: Store, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreFailure) || error.kind !== 'full' || !(await freeReserve(store))) throw error;
    return work();
  }
}

/** How full the device is: `low` from 80% of the quota, `refused` when nothing important can be stored [edge cases 7, 8]. */
export type StorageHealth = 'good' | 'low' | 'refused';

export type StorageEstimate = { readonly usedBytes: number; readonly quotaBytes: number; readonly persisted: boolean };

const smallQuotaBytes = 200_000_000;

export function storageHealth({ usedBytes, quotaBytes, persisted }: StorageEstimate): StorageHealth {
  if (!persisted && quotaBytes < smallQuotaBytes) return 'refused';
  return usedBytes >= quotaBytes * 0.8 ? 'low' : 'good';
}
