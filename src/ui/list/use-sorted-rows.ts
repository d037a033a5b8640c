import { useState } from 'react';
import { arrange } from '#domain/lists/arrange.ts';
import type { TableList } from './use-list.ts';

/** Rows of a table that is part of a screen, sorted by clicks on its heads. The URL does not keep this order. */
export function useSortedRows<T>(rows: readonly T[], first: keyof T & string): TableList<T> {
  const [{ sort, descending }, setOrder] = useState({ sort: first, descending: false });
  return {
    rows: arrange(rows, { search: '', searchIn: [], sort, descending }),
    whole: rows,
    sort,
    descending,
    sortBy: (key) => setOrder({ sort: key, descending: key === sort && !descending }),
  };
}
