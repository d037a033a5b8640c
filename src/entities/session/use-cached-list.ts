import { useDebouncedValue } from '@mantine/hooks';
import type { Endpoint, ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import type { SortOf } from '#contract/kit/sorting.ts';
import { type ListAddress, useListAddress } from '#src/ui/list/list-address.ts';
import { answeredList, type PagedList } from '#src/ui/list/use-list.ts';
import { wordsOf } from './failure-words.ts';
import { type Cached, useCached } from './use-cached.ts';

/** Typing asks once it pauses. */
const pauseMs = 250;

/** What the address asks the service for; `sort` as its calls take it. */
type Asked<K extends string> = Pick<ListAddress<K>, 'search' | 'page' | 'size' | 'filter'> & { readonly sort: SortOf<K> };

type Options<E extends Endpoint, T, K extends string> = {
  readonly sizes: readonly number[];
  /** Columns that the service can order by, its own first. */
  readonly sorts: readonly [K, ...K[]];
  readonly filters?: readonly string[];
  readonly args: (asked: Asked<K>) => SentArgsOf<E>;
  readonly rows: (reply: ReplyOf<E>) => { readonly rows: readonly T[]; readonly found: number };
};

/** A list that the service pages: each page asked for is kept, and shown from this device until the newest is there. */
export function useCachedList<E extends Endpoint, T extends Readonly<Record<K, unknown>>, const K extends string>(
  endpoint: E,
  { sizes, sorts, filters = [], args, rows }: Options<E, T, K>,
): { list: PagedList<T>; cached: Cached<E> } {
  const address = useListAddress<keyof T & string>({ sort: sorts[0], filters, sizes });
  // An address may name a column that this list does not have.
  const column = sorts.find((one) => one === address.sort) ?? sorts[0];
  const sort = address.descending ? (`-${column}` as const) : column;
  const [asked] = useDebouncedValue(JSON.stringify(args({ ...address, sort })), pauseMs);
  const cached = useCached(endpoint, JSON.parse(asked) as SentArgsOf<E>);
  const { reply, failure } = cached;
  const list = answeredList(address, sizes, reply && rows(reply), failure && wordsOf(failure));
  return { list, cached };
}
