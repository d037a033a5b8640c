import { useMemo } from 'react';
import { CrawlerRow, type TaskRow } from '#contract/rows/rows.ts';
import { withExpiry } from '#domain/crawlers/password-expiry.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { localToday } from '#src/ui/format/local-today.ts';

/** The customer's tasks. One whose password is about to expire says so as its alarm. */
export function useTasks(): { readonly ready: boolean; readonly rows: readonly TaskRow[] } {
  const { ready, rows } = useCollection('task');
  const today = localToday();
  return useMemo(() => ({ ready, rows: rows.map((task) => withExpiry(task, today)) }), [ready, rows, today]);
}

/** The catalog of crawlers, by name. */
export function useCrawlers(): { readonly ready: boolean; readonly rows: readonly CrawlerRow[] } {
  const { ready, rows } = useCollection('crawler');
  return useMemo(() => {
    // Until a device has read the catalog again after an update, its rows are those of the earlier version.
    const known = rows.filter((row) => CrawlerRow.safeParse(row).success);
    return { ready, rows: known.sort((a, b) => a.name.localeCompare(b.name)) };
  }, [ready, rows]);
}
