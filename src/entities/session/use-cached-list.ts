import { useDebouncedValue } from '@mantine/hooks';
import type { Endpoint, ReplyOf, SentArgsOf } from '#contract/endpoint.ts';
import { type ListAddress, useListAddress } from '#src/ui/list/list-address.ts';
import { answeredList, type PagedList } from '#src/ui/list/use-list.ts';
import { wordsOf } from './failure-words.ts';
import { type Cached, useCached } from './use-cached.ts';

/** Typing asks once it pauses. */
const pauseMs = 250;

/** What the address asks the service for. */
type Asked = Pick<ListAddress<string>, 'search' | 'page' | 'size' | 'filter'>;

type Options<E extends Endpoint, T> = {
  readonly sizes: readonly number[];
  readonly filters?: readonly string[];
  readonly args: (asked: Asked) => SentArgsOf<E>;
  readonly rows: (reply: ReplyOf<E>) => { readonly rows: readonly T[]; readonly found: number };
};

/** A list that the service pages: each page asked for is kept, and shown from this device until the newest is there. */
export function useCachedList<E extends Endpoint, T>(
  endpoint: E,
  { sizes, filters = [], args, rows }: Options<E, T>,
): { list: PagedList<T>; cached: Cached<E> } {
  const address = useListAddress<keyof T & string>({ sort: '' as keyof T & string, filters, sizes });
  const [asked] = useDebouncedValue(JSON.stringify(args(address)), pauseMs);
  const cached = useCached(endpoint, JSON.parse(asked) as SentArgsOf<E>);
  const { reply, failure } = cached;
  const answer = reply && { ...rows(reply), fixedOrder: true };
  return { list: answeredList(address, sizes, answer, failure && wordsOf(failure)), cached };
}
