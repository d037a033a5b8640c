import type { CollectionName, RowOf } from '#contract/rows.ts';
import { scan } from '#src/store/rows.ts';
import { useWatched } from './use-watched.ts';

type ReadRows<C extends CollectionName> = { readonly ready: boolean; readonly rows: readonly RowOf<C>[] };

/** Every row of a small collection (targets, sources, tasks), ascending by id, kept up to date. Grids read the worker's columns. */
export function useCollection<C extends CollectionName>(collection: C): ReadRows<C> {
  const watched = useWatched(
    collection,
    (store) => scan(store, collection),
    ({ changes }) => changes.some((change) => change.collection === collection),
  );
  return watched.ready ? { ready: true, rows: watched.value } : { ready: false, rows: [] };
}
