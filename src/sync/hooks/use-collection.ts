import type { CollectionName, RowOf } from '#contract/rows/rows.ts';
import { hasArrived } from '#src/store/arrival.ts';
import { scan } from '#src/store/rows.ts';
import { useWatched } from './use-watched.ts';

/** `ready` is true once a first complete copy has arrived. Until then `rows` holds what has arrived so far. */
type ReadRows<C extends CollectionName> = { readonly ready: boolean; readonly rows: readonly RowOf<C>[] };

/**
 * All rows of a small collection (targets, sources, tasks), ascending by id, kept up to date. Grids read the worker's columns
 * instead.
 */
export function useCollection<C extends CollectionName>(collection: C): ReadRows<C> {
  const watched = useWatched(
    collection,
    // Read `ready` first: rows that arrive meanwhile trigger another read. In the other order, half of the rows could count as
    // complete.
    async (store) => ({ ready: await hasArrived(store), rows: await scan(store, collection) }),
    ({ changes }) => changes.some((change) => change.collection === collection),
  );
  return watched.ready ? watched.value : { ready: false, rows: [] };
}
