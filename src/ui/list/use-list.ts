import { useDeferredValue, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { arrange } from './arrange.ts';

/** A list as its screen needs it; search, filters and order live in the address. */
export type List<T> = {
  ready: boolean;
  /** Rows found, in order. */
  rows: readonly T[];
  /** Rows before search and filters. */
  total: number;
  search: string;
  setSearch: (words: string) => void;
  sort: keyof T & string;
  descending: boolean;
  sortBy: (key: keyof T & string) => void;
  /** What a filter is set to; empty for all. */
  filter: (key: string) => string;
  setFilter: (key: string, value: string) => void;
  /** Takes search and filters away. */
  clear: () => void;
};

/** Filters by the name they have in the address; each says which rows its value keeps. */
type Filters<T> = Record<string, (row: T, value: string) => boolean>;
const noFilters = {};

/** Searches and sorts rows held on the device; `rows` undefined means that they are still being read. */
export function useList<T>(
  rows: readonly T[] | undefined,
  {
    sort: first,
    descending: firstDown = false,
    searchIn,
    filters = noFilters,
  }: { sort: keyof T & string; descending?: boolean; searchIn: readonly (keyof T & string)[]; filters?: Filters<T> },
): List<T> {
  const [params, setParams] = useSearchParams();
  const search = params.get('q') ?? '';
  const words = useDeferredValue(search);
  const [sort, descending] = sortIn(params.get('sort'), first, firstDown);
  const fields = searchIn.join('\n');
  const kept = Object.entries(filters).reduce<readonly T[]>((left, [key, keeps]) => {
    const value = params.get(key) ?? '';
    return value === '' ? left : left.filter((row) => keeps(row, value));
  }, rows ?? []);
  const found = useMemo(
    () => arrange(kept, { search: words, searchIn: fields.split('\n') as (keyof T)[], sort: sort as keyof T, descending }),
    [kept, words, fields, sort, descending],
  );
  const change = (keys: string | readonly string[], value: string | null) =>
    setParams(
      (now) => {
        for (const key of [keys].flat()) {
          if (value) now.set(key, value);
          else now.delete(key);
        }
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    ready: rows !== undefined,
    rows: found,
    total: rows?.length ?? 0,
    search,
    setSearch: (next) => change('q', next),
    sort: sort as keyof T & string,
    descending,
    sortBy: (key) => change('sort', key === sort && !descending ? `-${key}` : key),
    filter: (key) => params.get(key) ?? '',
    setFilter: change,
    clear: () => change(['q', ...Object.keys(filters)], null),
  };
}

function sortIn(param: string | null, first: string, firstDown: boolean): [string, boolean] {
  if (!param) return [first, firstDown];
  return param.startsWith('-') ? [param.slice(1), true] : [param, false];
}
