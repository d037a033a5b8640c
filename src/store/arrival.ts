import { type CollectionName, globalCollections } from '#contract/rows/rows.ts';
import { readFeed } from './meta.ts';
import type { Store } from './store.ts';
import { storedCollections } from './tables/row-fields.ts';

/**
 * Whether this device has a first complete copy of the customer's rows. Before that, a missing row may not have arrived yet, so
 * the screen must not report it as empty or gone.
 */
export const hasArrived = async (store: Store): Promise<boolean> => (await store.read(readFeed)).since !== null;

/**
 * The collections that a first load brings after this one. The service sends one whole collection after another, so a row of a
 * later one says that this one is complete. Rows of the global feed come in an answer of their own.
 */
export const laterThan = (collection: CollectionName): readonly CollectionName[] =>
  globalCollections.includes(collection) ? [] : storedCollections.slice(storedCollections.indexOf(collection) + 1);

/** Whether this device has a first complete copy of one collection: short lists are complete long before the last job. */
export async function hasArrivedWhole(store: Store, collection: CollectionName): Promise<boolean> {
  const later = laterThan(collection);
  return store.read(async (tx) => {
    if ((await readFeed(tx)).since !== null) return true;
    const layouts = await Promise.all(later.map((name) => tx.get('layouts', name)));
    return layouts.some((layout) => layout !== undefined && layout.live.length > 0);
  });
}
