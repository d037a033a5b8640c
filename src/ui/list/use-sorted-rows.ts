import { useState } from 'react';
import { arrange } from './arrange.ts';
import type { TableList } from './use-list.ts';

/** Rows of a table that is part of a screen, in the order that its heads were clicked; the address does not hold it. */
export function useSortedRows<T>(rows: readonly T[], first: keyof T & string): TableList<T> {
  const [{ sort, descending }, setOrder] = useState({ sort: first, descending: false });
  return {
    rows: arrange(rows, { search: '', searchIn: [], sort, descending }),
    sort,
    descending,
    sortBy: (key) => setOrder({ sort: key, descending: key === sort && !descending }),
  };
}
