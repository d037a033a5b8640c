import type { CollectionName, RowOf } from '#contract/rows/rows.ts';
import { hasArrived } from '#src/store/arrival.ts';
import { scan } from '#src/store/rows.ts';
import { useWatched } from './use-watched.ts';

/** `ready` once a first complete copy has arrived; until then `rows` are those that came so far. */
type ReadRows<C extends CollectionName> = { readonly ready: boolean; readonly rows: readonly RowOf<C>[] };

/** Every row of a small collection (targets, sources, tasks), ascending by id, kept up to date. Grids read the worker's columns. */
export function useCollection<C extends CollectionName>(collection: C): ReadRows<C> {
  const watched = useWatched(
    collection,
    // What arrives meanwhile is read again; asked the other way round, half of the rows could pass for all.
    async (store) => ({ ready: await hasArrived(store), rows: await scan(store, collection) }),
    ({ changes }) => changes.some((change) => change.collection === collection),
  );
  return watched.ready ? watched.value : { ready: false, rows: [] };
}
