import type { StoreKey } from '#src/store/store.ts';

/** What a page tells the grid's thread before it can ask it for anything: whose rows it will ask for. */
export type EarlyStore = { readonly earlyStore: StoreKey };

/** The store that a message of a page names; null where it is another kind of message. */
export const earlyStoreOf = (message: unknown): StoreKey | null =>
  typeof message === 'object' && message !== null && 'earlyStore' in message ? (message as EarlyStore).earlyStore : null;
