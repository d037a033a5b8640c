import { useRef } from 'react';
import type { CollectionName, RowOf } from '#contract/rows/rows.ts';
import { hasArrivedWhole, laterThan } from '#src/store/arrival.ts';
import { scan } from '#src/store/rows.ts';
import { useWatched } from './use-watched.ts';

/** `ready` is true once a first complete copy has arrived. Until then `rows` holds what has arrived so far. */
type ReadRows<C extends CollectionName> = { readonly ready: boolean; readonly rows: readonly RowOf<C>[] };

/**
 * All rows of a small collection (targets, sources, tasks), ascending by id, kept up to date. Grids read the worker's columns
 * instead.
 */
export function useCollection<C extends CollectionName>(collection: C): ReadRows<C> {
  const isComplete = useRef(false);
  const watched = useWatched(
    collection,
    async (store) => {
      // Read `ready` first: rows that arrive meanwhile trigger another read. In the other order, half of the rows could count as
      // complete.
      const ready = await hasArrivedWhole(store, collection);
      isComplete.current = ready;
      return { ready, rows: await scan(store, collection) };
    },
    ({ changes }) =>
      changes.some(
        ({ collection: changed }) => changed === collection || (!isComplete.current && laterThan(collection).includes(changed)),
      ),
  );
  return watched.ready ? watched.value : { ready: false, rows: [] };
}
