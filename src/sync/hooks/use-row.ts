import type { CollectionName, RowOf } from '#contract/rows/rows.ts';
import { hasArrived } from '#src/store/arrival.ts';
import { readRow } from '#src/store/rows.ts';
import { useWatched } from './use-watched.ts';

type ReadRow<C extends CollectionName> = { readonly ready: boolean; readonly row: RowOf<C> | undefined };

/**
 * One replicated row as the user sees it, kept up to date. `ready` without a row means that the row does not exist, never that it
 * has not arrived yet.
 */
export function useRow<C extends CollectionName>(collection: C, id: number): ReadRow<C> {
  const watched = useWatched(
    `${collection}/${id}`,
    async (store) => ({ arrived: await hasArrived(store), row: await readRow(store, collection, id) }),
    ({ changes }) =>
      changes.some(
        ({ collection: changed, ids }) => changed === collection && (ids === 'all' || ids.length === 0 || ids.includes(id)),
      ),
  );
  if (!watched.ready) return { ready: false, row: undefined };
  const { arrived, row } = watched.value;
  return { ready: arrived || row !== undefined, row };
}
