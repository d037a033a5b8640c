import { useSearchParams } from 'react-router-dom';

/** What a list is asked for, as the address says it: words, order, filters and the page. */
export type ListAddress<K extends string> = {
  search: string;
  setSearch: (words: string) => void;
  sort: K;
  descending: boolean;
  sortBy: (key: K) => void;
  /** What a filter is set to; empty for all. */
  filter: (key: string) => string;
  setFilter: (key: string, value: string) => void;
  /** How many filters are set, the search aside. */
  filters: number;
  /** Whether anything narrows the list. */
  filtered: boolean;
  /** Takes search and filters away. */
  clear: () => void;
  /** From 1 on. */
  page: number;
  size: number;
  toPage: (page: number) => void;
  toSize: (size: number) => void;
};

type Options<K extends string> = {
  sort: K;
  descending?: boolean;
  /** Names of the filters in the address. */
  filters?: readonly string[];
  /** Page sizes that may be chosen; the first of them that is 20 or more is the default. */
  sizes?: readonly number[];
  /** The page that the path itself names. */
  firstPage?: number;
};

const defaultSize = (sizes: readonly number[]): number => sizes.find((size) => size >= 20) ?? sizes[0] ?? 20;

/** Search, order, filters and page of one list, kept in the address so that a link and Back lead to the same rows. */
export function useListAddress<K extends string>(options: Options<K>): ListAddress<K> {
  const { sort: first, descending: firstDown = false, filters = [], sizes = [], firstPage = 1 } = options;
  const [params, setParams] = useSearchParams();
  const [sort, descending] = sortIn(params.get('sort'), first, firstDown);
  const usual = defaultSize(sizes);
  const size = Number(params.get('size'));
  const change = (values: Readonly<Record<string, string>>) =>
    setParams(
      (now) => {
        for (const [key, value] of Object.entries(values)) {
          if (value) now.set(key, value);
          else now.delete(key);
        }
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  /** Another question has another first page. */
  const ask = (values: Readonly<Record<string, string>>) => change({ ...values, page: firstPage === 1 ? '' : '1' });
  const narrowing = ['q', ...filters];
  return {
    search: params.get('q') ?? '',
    setSearch: (q) => ask({ q }),
    sort: sort as K,
    descending,
    sortBy: (key) => ask({ sort: key === sort && !descending ? `-${key}` : key }),
    filter: (key) => params.get(key) ?? '',
    setFilter: (key, value) => ask({ [key]: value }),
    filters: filters.filter((key) => (params.get(key) ?? '') !== '').length,
    filtered: narrowing.some((key) => (params.get(key) ?? '') !== ''),
    clear: () => ask(Object.fromEntries(narrowing.map((key) => [key, '']))),
    page: pageIn(params.get('page')) ?? firstPage,
    size: sizes.includes(size) ? size : usual,
    toPage: (page) => change({ page: page === firstPage ? '' : String(page) }),
    toSize: (next) => ask({ size: next === usual ? '' : String(next) }),
  };
}

function sortIn(param: string | null, first: string, firstDown: boolean): [string, boolean] {
  if (!param) return [first, firstDown];
  return param.startsWith('-') ? [param.slice(1), true] : [param, false];
}

function pageIn(param: string | null): number | null {
  const page = Number(param ?? Number.NaN);
  return Number.isInteger(page) && page > 0 ? page : null;
}
