import * as z from 'zod';
import type { LocalSettings } from './local-settings.ts';
import { countSealed, readLane } from './meta.ts';
import type { Store } from './store.ts';

export const Mirror = z.object({ clientId: z.string(), maxSeq: z.number(), unsent: z.number() });
export type Mirror = z.infer<typeof Mirror>;

const keyOf = (storeName: string) => `mirror:${storeName}`;

/** Writes a summary of the database to localStorage, to detect that the browser wiped the database [edge case 22]. */
export async function updateMirror(store: Store, settings: LocalSettings): Promise<void> {
  const mirror = await store.read(async (tx): Promise<Mirror> => {
    const lane = await readLane(tx);
    const open = (await tx.list('outbox')).filter((entry) => entry.state !== 'acked').length;
    const unsent = open + (await countSealed(tx));
    return { clientId: lane.clientId, maxSeq: lane.nextSeq - 1, unsent };
  });
  settings.write(keyOf(store.name), mirror);
}

/** Number of changes lost with a database that the browser wiped, and their client id. Null when nothing was lost. */
export function findWiped(store: Store, settings: LocalSettings): Mirror | null {
  if (!store.created) return null;
  const mirror = Mirror.safeParse(settings.read(keyOf(store.name)));
  return mirror.success && mirror.data.unsent > 0 ? mirror.data : null;
}

/** Removes the summary: the user has been informed, or the store was removed on purpose. */
export const forgetMirror = (storeName: string, settings: LocalSettings) => settings.remove(keyOf(storeName));
