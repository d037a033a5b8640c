import { useMemo } from 'react';
import { CrawlerRow } from '#contract/rows/rows.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';

/** The catalog of crawlers, by name. */
export function useCrawlers(): { readonly ready: boolean; readonly rows: readonly CrawlerRow[] } {
  const { ready, rows } = useCollection('crawler');
  return useMemo(() => {
    // Until a device has read the catalog again after an update, its rows are those of the earlier version.
    const known = rows.filter((row) => CrawlerRow.safeParse(row).success);
    return { ready, rows: known.sort((a, b) => a.name.localeCompare(b.name)) };
  }, [ready, rows]);
}
