import { useDeferredValue, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { arrange } from './arrange.ts';

/** A list as its screen needs it; search and order live in the address. */
export type List<T> = {
  ready: boolean;
  /** Rows found, in order. */
  rows: readonly T[];
  /** Rows before the search. */
  total: number;
  search: string;
  setSearch: (words: string) => void;
  sort: keyof T & string;
  descending: boolean;
  sortBy: (key: keyof T & string) => void;
  clear: () => void;
};

/** Searches and sorts rows held on the device; `rows` undefined means that they are still being read. */
export function useList<T>(
  rows: readonly T[] | undefined,
  { sort: first, descending: firstDown = false, searchIn }: { sort: keyof T & string; descending?: boolean; searchIn: readonly (keyof T & string)[] },
): List<T> {
  const [params, setParams] = useSearchParams();
  const search = params.get('q') ?? '';
  const words = useDeferredValue(search);
  const [sort, descending] = sortIn(params.get('sort'), first, firstDown);
  const fields = searchIn.join('\n');
  const found = useMemo(
    () => arrange(rows ?? [], { search: words, searchIn: fields.split('\n') as (keyof T)[], sort: sort as keyof T, descending }),
    [rows, words, fields, sort, descending],
  );
  const change = (key: string, value: string | null) =>
    setParams(
      (now) => {
        if (value) now.set(key, value);
        else now.delete(key);
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
    clear: () => change('q', null),
  };
}

function sortIn(param: string | null, first: string, firstDown: boolean): [string, boolean] {
  if (!param) return [first, firstDown];
  return param.startsWith('-') ? [param.slice(1), true] : [param, false];
}
