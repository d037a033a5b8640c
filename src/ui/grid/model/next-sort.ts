import type { SortKey } from './grid-source.ts';

/** The sort after a click on a column: ascending, descending, none. `add` keeps the other keys. */
export function nextSort(sort: readonly SortKey[], key: string, add: boolean): readonly SortKey[] {
  const now = sort.find((s) => s.key === key);
  const next = !now ? { key, descending: false } : now.descending ? null : { key, descending: true };
  if (!add) return next ? [next] : [];
  if (!now) return next ? [...sort, next] : sort;
  return sort.flatMap((s) => (s.key === key ? (next ? [next] : []) : [s]));
}
