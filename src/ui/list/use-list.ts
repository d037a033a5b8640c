import { useDeferredValue, useMemo } from 'react';
import { arrange } from '#domain/lists/arrange.ts';
import { type ListAddress, useListAddress } from './list-address.ts';

/** A list for its screen. Search, filters, order and page are in the URL. */
export type List<T> = Omit<ListAddress<keyof T & string>, 'page' | 'size' | 'toPage' | 'toSize'> & {
  ready: boolean;
  /** Rows to show, in order: all matches, or one page of them. */
  rows: readonly T[];
  /** Number of matches on all pages. */
  found: number;
  /** `problem`: why the newest rows are missing. `at`: time of the response that the rows come from. Null if not applicable. */
  problem: string | null;
  at: string | null;
  /** Starts the request again. Undefined for rows that the device holds. */
  refresh?: (() => void) | undefined;
  /** Number of rows before search and filters; null if only the service knows it. */
  total: number | null;
  /** All rows before search, filters and pages; null if this device does not hold all. */
  whole: readonly T[] | null;
  /** All matches, in order; null if this device does not hold them. */
  matches: readonly T[] | null;
  /** All matches, or as many as one request can return. Null after a failure that was already shown. */
  all: () => Promise<{ readonly rows: readonly T[]; readonly found: number } | null>;
};

/** The part of a list that a table needs: its rows and their order. */
export type TableList<T> = Pick<List<T>, 'rows' | 'whole' | 'sort' | 'descending' | 'sortBy'>;

/** A list shown one page at a time: the current page, and how to change it. */
export type PagedList<T> = List<T> & {
  paging: Pick<ListAddress<string>, 'page' | 'size' | 'toPage' | 'toSize'> & { sizes: readonly number[] };
};

/** Filters by their name in the URL. Each returns whether its value keeps a row. */
type Filters<T> = Record<string, (row: T, value: string) => boolean>;
const noFilters = {};

/** The age of rows that came from the service. */
export type From = { readonly problem: string | null; readonly at: string | null; readonly refresh?: () => void };
const onDevice: From = { problem: null, at: null };

type Options<T> = {
  sort: keyof T & string;
  descending?: boolean;
  searchIn: readonly (keyof T & string)[];
  filters?: Filters<T>;
  /** The stored response that the rows come from, so that the list can show its age. */
  from?: From;
};

/** Rows held on the device; null or undefined while they load. */
type Rows<T> = readonly T[] | null | undefined;

/** Searches and sorts rows held on the device. */
export function useList<T>(rows: Rows<T>, options: Options<T>): List<T> {
  const address = useListAddress({ ...options, filters: Object.keys(options.filters ?? noFilters) });
  return useArranged(rows, address, options);
}

/** Like `useList`, one page at a time. */
export function usePagedList<T>(
  rows: Rows<T>,
  options: Options<T> & { sizes: readonly number[]; firstPage?: number },
): PagedList<T> {
  const address = useListAddress({ ...options, filters: Object.keys(options.filters ?? noFilters) });
  const list = useArranged(rows, address, options);
  const { size } = address;
  const page = Math.min(address.page, pagesOf(list.found, size));
  return { ...list, rows: list.rows.slice((page - 1) * size, page * size), paging: { ...address, page, sizes: options.sizes } };
}

/** A list whose rows are held elsewhere (service, worker), one page per response. `answer` is null until the first one. */
export function answeredList<T>(
  address: ListAddress<keyof T & string>,
  sizes: readonly number[],
  answer: { rows: readonly T[]; found: number; total?: number } | null,
  all: List<T>['all'],
  { problem, at, refresh }: From = onDevice,
): PagedList<T> {
  const found = answer?.found ?? 0;
  // An unfiltered response counts the whole list.
  const total = answer?.total ?? (address.filtered ? null : found);
  return {
    ...address,
    ready: answer !== null,
    rows: answer?.rows ?? [],
    found,
    total,
    matches: answer && found === answer.rows.length ? answer.rows : null,
    whole: answer && !address.filtered && found === answer.rows.length ? answer.rows : null,
    problem,
    at,
    refresh,
    all,
    paging: { ...address, sizes },
  };
}

/** A list with each row in another shape. Its columns keep the keys by which what holds the rows sorts them. */
export function relisted<A, B>(list: PagedList<A>, of: (row: A) => B): PagedList<B> {
  const sort: string = list.sort;
  return {
    ...list,
    rows: list.rows.map(of),
    whole: list.whole && list.whole.map(of),
    matches: list.matches && list.matches.map(of),
    sort: sort as keyof B & string,
    sortBy: (key: string) => list.sortBy(key as keyof A & string),
    all: async () => {
      const all = await list.all();
      return all && { ...all, rows: all.rows.map(of) };
    },
  };
}

export const pagesOf = (found: number, size: number): number => Math.max(1, Math.ceil(found / size));

function useArranged<T>(
  rows: Rows<T>,
  address: ListAddress<keyof T & string>,
  { searchIn, filters = noFilters, from = onDevice }: Options<T>,
): List<T> {
  const { search, sort, descending } = address;
  const words = useDeferredValue(search);
  const fields = searchIn.join('\n');
  const kept = Object.entries(filters).reduce<readonly T[]>((left, [key, keeps]) => {
    const value = address.filter(key);
    return value === '' ? left : left.filter((row) => keeps(row, value));
  }, rows ?? []);
  const found = useMemo(
    () => arrange(kept, { search: words, searchIn: fields.split('\n') as (keyof T)[], sort, descending }),
    [kept, words, fields, sort, descending],
  );
  return {
    ...address,
    ready: rows !== undefined && rows !== null,
    rows: found,
    found: found.length,
    total: rows?.length ?? 0,
    whole: rows ?? null,
    matches: rows ? found : null,
    problem: from.problem,
    at: from.at,
    refresh: from.refresh,
    all: async () => ({ rows: found, found: found.length }),
  };
}
