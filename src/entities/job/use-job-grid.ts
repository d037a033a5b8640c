import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Condition } from '#domain/query/condition.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import type { GridSource, SortKey } from '#src/ui/grid/model/grid-source.ts';
import type { GridNews } from '#src/workers/grid/grid-api.ts';
import type { GridClient } from '#src/workers/grid/grid-client.ts';
import { type Grouping, ungrouped } from '#src/workers/grid/lines/group-lines.ts';
import type { Opened } from '#src/workers/grid/lines/shown-rows.ts';
import { gridClientOf } from '#src/workers/store-workers.ts';

/** The grid worker of the open store. It stays alive between screens, so that returning is fast. */
export const useGridClient = (): GridClient => gridClientOf(useLocalStore().store);

/** The worker's last news; null before the first. */
export const useGridNews = (client: GridClient): GridNews | null => useSyncExternalStore(client.watch, client.news);

export type JobSource = {
  readonly client: GridClient;
  readonly news: GridNews | null;
  readonly source: GridSource & { readonly dataCount: number };
  readonly sorting: boolean;
  /** Whether all rows of the view are read, so that their number may be shown. */
  readonly isWhole: boolean;
};

/** Jobs by condition and sort order, as the grid component reads them. No rows as long as the condition is undefined. */
export function useJobSource(
  where: Condition | null | undefined,
  sort: readonly SortKey[],
  grouping: Grouping = ungrouped,
  opened: Opened = null,
): JobSource {
  const client = useGridClient();
  const news = useGridNews(client);
  // Conditions are new objects on each render, so compare their content.
  const asked = where === undefined ? '' : JSON.stringify([where, sort, grouping, opened]);
  const [shown, setShown] = useState('');
  useEffect(() => {
    if (asked === '') return;
    let stale = false;
    const next = JSON.parse(asked) as [Condition | null, SortKey[], Grouping, Opened];
    client.show(...next).then(
      () => !stale && setShown(asked),
      () => undefined, // the worker died; the client reports it in its news
    );
    return () => {
      stale = true;
    };
  }, [client, asked]);
  // Until the worker has answered for the first time, it may still show the rows of another screen.
  const rowCount = shown === '' ? 0 : (news?.lines ?? 0);
  const dataCount = shown === '' ? 0 : (news?.count ?? 0);
  const [order, version] = [news?.order ?? 0, news?.version ?? 0];
  const source = useMemo(
    (): JobSource['source'] => ({
      rowCount,
      dataCount,
      order,
      version,
      window: (from, to, keys) => client.window(order, from, to, keys),
      positionOf: (id) => client.positionOf(id),
      ids: (from, to) => client.ids(from, to),
    }),
    [client, order, version, rowCount, dataCount],
  );
  const isWhole = shown !== '' && news !== null && news.ready && news.complete;
  return { client, news, source, sorting: shown !== asked, isWhole };
}
