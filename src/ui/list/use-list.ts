import { useDeferredValue, useMemo } from 'react';
import { arrange } from './arrange.ts';
import { type ListAddress, useListAddress } from './list-address.ts';

/** A list as its screen needs it; search, filters, order and page live in the address. */
export type List<T> = Omit<ListAddress<keyof T & string>, 'page' | 'size' | 'toPage' | 'toSize'> & {
  ready: boolean;
  /** Rows to show, in order: those found, or one page of them. */
  rows: readonly T[];
  /** Rows found, on all pages. */
  found: number;
  /** Why the newest rows could not be had, where they could not; and when those that are shown were answered. */
  problem: string | null;
  at: string | null;
  /** Rows before search and filters; null where only the service could say. */
  total: number | null;
  /** Every row found, on all pages, or as many as can be had at once; null where they could not be had, which has been said. */
  all: () => Promise<{ readonly rows: readonly T[]; readonly found: number } | null>;
};

/** What a table shows of a list: its rows, and the order that they are in. */
export type TableList<T> = Pick<List<T>, 'rows' | 'sort' | 'descending' | 'sortBy'>;

/** Of a list that is shown a page at a time: which page, and how to turn it. */
export type PagedList<T> = List<T> & {
  paging: Pick<ListAddress<string>, 'page' | 'size' | 'toPage' | 'toSize'> & { sizes: readonly number[] };
};

/** Filters by the name they have in the address; each says which rows its value keeps. */
type Filters<T> = Record<string, (row: T, value: string) => boolean>;
const noFilters = {};

/** Where rows came from that the service answered. */
type From = { readonly problem: string | null; readonly at: string | null };
const onDevice: From = { problem: null, at: null };

type Options<T> = {
  sort: keyof T & string;
  descending?: boolean;
  searchIn: readonly (keyof T & string)[];
  filters?: Filters<T>;
  /** The kept reply that the rows are of, so that the list can say how old it is. */
  from?: From;
};

/** Rows held on the device; null or undefined means that they are still being read. */
type Rows<T> = readonly T[] | null | undefined;

/** Searches and sorts rows held on the device. */
export function useList<T>(rows: Rows<T>, options: Options<T>): List<T> {
  const address = useListAddress({ ...options, filters: Object.keys(options.filters ?? noFilters) });
  return useArranged(rows, address, options);
}

/** The same, a page at a time. */
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

/** A list of which another place (the service, a worker) holds the rows and answers one page; `answer` null: not yet. */
export function answeredList<T>(
  address: ListAddress<keyof T & string>,
  sizes: readonly number[],
  answer: { rows: readonly T[]; found: number; total?: number } | null,
  all: List<T>['all'],
  { problem, at }: From = onDevice,
): PagedList<T> {
  const found = answer?.found ?? 0;
  // An unfiltered answer is the whole list.
  const total = answer?.total ?? (address.filtered ? null : found);
  return {
    ...address,
    ready: answer !== null,
    rows: answer?.rows ?? [],
    found,
    total,
    problem,
    at,
    all,
    paging: { ...address, sizes },
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
    problem: from.problem,
    at: from.at,
    all: async () => ({ rows: found, found: found.length }),
  };
}
