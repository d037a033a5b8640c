import { readFeed } from './meta.ts';
import type { Store } from './store.ts';

/**
 * Whether this device has a first complete copy of the customer's rows. Before that, a missing row may not have arrived yet, so
 * the screen must not report it as empty or gone.
 */
export const hasArrived = async (store: Store): Promise<boolean> => (await store.read(readFeed)).since !== null;
