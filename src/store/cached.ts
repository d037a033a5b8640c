import type { Store } from './store.ts';
import type { CachedAnswer, Draft } from './tables/tables.ts';

/** The last reply stored under `key`, with the time of the reply. */
export const readCached = (store: Store, key: string): Promise<CachedAnswer | undefined> =>
  store.aside('read', (tx) => tx.get('cached', key));

/** Stores the reply of a call with offline policy `cached`. */
export const keepCached = (store: Store, key: string, reply: unknown): Promise<void> =>
  store.aside('write', (tx) => tx.put('cached', [{ key, at: new Date(store.device.now()).toISOString(), reply }]));

/** Removes a stored reply. */
export const dropCached = (store: Store, key: string): Promise<void> => store.aside('write', (tx) => tx.remove('cached', [key]));

/** Unsaved input of one form. */
export const readDraft = (store: Store, key: string): Promise<Draft | undefined> =>
  store.aside('read', (tx) => tx.get('drafts', key));

/** Stores unsaved input of one form; null removes it. */
export const keepDraft = (store: Store, key: string, value: unknown): Promise<void> =>
  store.aside('write', (tx) =>
    value === null
      ? tx.remove('drafts', [key])
      : tx.put('drafts', [{ key, at: new Date(store.device.now()).toISOString(), value }]),
  );
