import type { CollectionName, RowOf } from '#contract/rows.ts';
import { readRow } from '#src/store/rows.ts';
import { useWatched } from './use-watched.ts';

type ReadRow<C extends CollectionName> = { readonly ready: boolean; readonly row: RowOf<C> | undefined };

/** One replicated row as the person sees it, kept up to date; `ready` and no row means that there is none. */
export function useRow<C extends CollectionName>(collection: C, id: number): ReadRow<C> {
  const watched = useWatched(
    `${collection}/${id}`,
    (store) => readRow(store, collection, id),
    ({ changes }) =>
      changes.some((change) => change.collection === collection && (change.ids === 'all' || change.ids.includes(id))),
  );
  return watched.ready ? { ready: true, row: watched.value } : { ready: false, row: undefined };
}
