import { readFeed } from './meta.ts';
import type { Store } from './store.ts';

/**
 * Whether a first complete copy of the customer's rows stands on this device: before that a row that is not there may still be on its
 * way, so that nothing may be said to be empty or gone.
 */
export const hasArrived = async (store: Store): Promise<boolean> => (await store.read(readFeed)).since !== null;
