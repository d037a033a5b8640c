import { useSearchParams } from 'react-router-dom';

/** The state of a list in the URL: search, order, filters and page. */
export type ListAddress<K extends string> = {
  search: string;
  setSearch: (words: string) => void;
  sort: K;
  descending: boolean;
  sortBy: (key: K) => void;
  /** The value of a filter; empty for all. */
  filter: (key: string) => string;
  setFilter: (key: string, value: string) => void;
  /** Number of active filters, without the search. */
  filters: number;
  /** True if the search or a filter narrows the list. */
  filtered: boolean;
  /** Clears the search and all filters. */
  clear: () => void;
  /** Counts from 1. */
  page: number;
  size: number;
  toPage: (page: number) => void;
  toSize: (size: number) => void;
};

type Options<K extends string> = {
  sort: K;
  descending?: boolean;
  /** Names of the filters in the URL. */
  filters?: readonly string[];
  /** Page sizes to choose from. The first one that is 20 or more is the default. */
  sizes?: readonly number[];
  /** The page if the URL parameters do not name one. */
  firstPage?: number;
};

const defaultSize = (sizes: readonly number[]): number => sizes.find((size) => size >= 20) ?? sizes[0] ?? 20;

/** Search, order, filters and page of one list, kept in the URL so that a link or Back shows the same rows. */
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
  /** A new search, filter, order or size starts at the first page. */
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
