import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Endpoint, ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import type { SortOf } from '#contract/kit/sorting.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { type ListAddress, useListAddress } from '#src/ui/list/list-address.ts';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { answeredList, type PagedList } from '#src/ui/list/use-list.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { useReply } from './use-reply.ts';

/** Delay after typing before the request is sent. */
const pauseMs = 250;
/** Rows per request when all found rows are fetched, and the maximum number of fetched rows. */
const [fetchedAtOnce, fetchedAtMost] = [1_000, 20_000];

/** The list settings in the URL, with `sort` as the calls take it. */
type Asked<K extends string> = Pick<ListAddress<K>, 'search' | 'page' | 'size' | 'filter'> & { readonly sort: SortOf<K> };

type Options<E extends Endpoint, T, K extends string> = {
  readonly sizes?: readonly number[];
  /** Columns that the service can sort by, the default first. */
  readonly sorts: readonly [K, ...K[]];
  readonly filters?: readonly string[];
  readonly args: (asked: Asked<K>) => SentArgsOf<E>;
  readonly rows: (reply: ReplyOf<E>) => { readonly rows: readonly T[]; readonly found: number };
};

/**
 * A list paged by the service. Each requested page of a call that may be stored is stored. Until a page arrives, its stored version
 * or the previous page is shown.
 */
export function useServerList<E extends Endpoint, T extends Readonly<Record<K, unknown>>, const K extends string>(
  endpoint: E,
  { sizes = pagerSizes, sorts, filters = [], args, rows }: Options<E, T, K>,
): PagedList<T> {
  const call = useCall();
  const address = useListAddress<keyof T & string>({ sort: sorts[0], filters, sizes });
  // The URL may name a column that this list does not have.
  const column = sorts.find((one) => one === address.sort) ?? sorts[0];
  const sort = address.descending ? (`-${column}` as const) : column;
  const question = { ...address, sort };
  const wanted = JSON.stringify(args(question));
  const [asked] = useDebouncedValue(wanted, pauseMs);
  const { reply, at, problem, refresh } = useReply(endpoint, JSON.parse(asked) as SentArgsOf<E>, { keepsPrevious: true });
  const fetchAll = async () => {
    const all: T[] = [];
    let found = 0;
    for (let page = 1; all.length < fetchedAtMost; page++) {
      const answer = await call(endpoint, args({ ...question, page, size: fetchedAtOnce }));
      if (!answer.ok) {
        toast.error({ title: messages.notRefreshed, detail: errorMessage(answer.error) });
        return null;
      }
      const next = rows(answer.value);
      found = next.found;
      all.push(...next.rows);
      if (next.rows.length < fetchedAtOnce) break;
    }
    return { rows: all, found };
  };
  const list = answeredList(address, sizes, reply && rows(reply), fetchAll, { problem, at, refresh });
  // While typing, and until a new page is here, the rows are those of the previous request.
  const settled = asked === wanted && at !== null && !address.filtered;
  return { ...list, whole: useLastWhole(list.whole, settled ? `${asked} ${at}` : null) };
}

/** The rows of the last unfiltered request if they were all, so that a search does not change the columns of a table. */
function useLastWhole<T>(whole: readonly T[] | null, request: string | null): readonly T[] | null {
  const [last, setLast] = useState<{ request: string | null; whole: readonly T[] | null }>({ request: null, whole: null });
  if (request === null || request === last.request) return last.whole;
  setLast({ request, whole });
  return whole;
}
