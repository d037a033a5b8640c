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
  /** Why the rows could not be had, where they could not. */
  failure?: string | null;
  /** Rows before search and filters; null where only the service could say. */
  total: number | null;
};

/** Of a list that is shown a page at a time: which page, and how to turn it. */
export type PagedList<T> = List<T> & {
  paging: Pick<ListAddress<string>, 'page' | 'size' | 'toPage' | 'toSize'> & { sizes: readonly number[] };
};

/** Filters by the name they have in the address; each says which rows its value keeps. */
type Filters<T> = Record<string, (row: T, value: string) => boolean>;
const noFilters = {};

type Options<T> = {
  sort: keyof T & string;
  descending?: boolean;
  searchIn: readonly (keyof T & string)[];
  filters?: Filters<T>;
};

/** Searches and sorts rows held on the device; `rows` undefined means that they are still being read. */
export function useList<T>(rows: readonly T[] | undefined, options: Options<T>): List<T> {
  const address = useListAddress({ ...options, filters: Object.keys(options.filters ?? noFilters) });
  return useArranged(rows, address, options);
}

/** The same, a page at a time. */
export function usePagedList<T>(
  rows: readonly T[] | undefined,
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
  failure: string | null = null,
): PagedList<T> {
  const found = answer?.found ?? 0;
  // An unfiltered answer is the whole list.
  const total = answer?.total ?? (address.filtered ? null : found);
  return { ...address, ready: answer !== null, rows: answer?.rows ?? [], found, total, failure, paging: { ...address, sizes } };
}

export const pagesOf = (found: number, size: number): number => Math.max(1, Math.ceil(found / size));

function useArranged<T>(
  rows: readonly T[] | undefined,
  address: ListAddress<keyof T & string>,
  { searchIn, filters = noFilters }: Options<T>,
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
  return { ...address, ready: rows !== undefined, rows: found, found: found.length, total: rows?.length ?? 0 };
}
