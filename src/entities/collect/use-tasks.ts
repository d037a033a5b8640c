import { useMemo } from 'react';
import type { TaskRow } from '#contract/rows/rows.ts';
import { withExpiry } from '#domain/crawlers/password-expiry.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { localToday } from '#src/ui/format/local-today.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';

/** The customer's tasks. One whose password is about to expire says so as its alarm. */
export function useTasks(): { readonly ready: boolean; readonly rows: readonly TaskRow[] } {
  const { ready, rows } = useCollection('task');
  const today = localToday(useFormat().preferences.timeZone);
  return useMemo(() => ({ ready, rows: rows.map((task) => withExpiry(task, today)) }), [ready, rows, today]);
}
