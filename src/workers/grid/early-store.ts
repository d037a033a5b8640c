import type { StoreKey } from '#src/store/store.ts';

/** The page sends this to the grid's thread before its first call: the store whose rows it will read. */
export type EarlyStore = { readonly earlyStore: StoreKey };

/** The store that a page's message names, or null for another kind of message. */
export const earlyStoreOf = (message: unknown): StoreKey | null =>
  typeof message === 'object' && message !== null && 'earlyStore' in message ? (message as EarlyStore).earlyStore : null;
