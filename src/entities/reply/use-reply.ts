import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Endpoint, KeptEndpoint, RefusalOf, ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import type { Fault } from '#contract/kit/errors.ts';
import { messages } from '#contract/kit/messages.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { replyPersister } from './reply-persister.ts';

/** A call's last reply: first the stored one, then the service's. */
export type Kept<E extends Endpoint> = {
  readonly reply: ReplyOf<E> | null;
  /** The time of the reply, as an instant. */
  readonly at: string | null;
  /** Why the newest reply is missing. `problem` is the sentence to show. */
  readonly failure: RefusalOf<E> | Fault | null;
  readonly problem: string | null;
  readonly refresh: () => void;
};

type Options<E extends Endpoint> = {
  /** The call is made again when this value changes. */
  readonly since?: string | null;
  /** While false, the call is not made. */
  readonly wanted?: boolean;
  /** Repeats the call every 1.5 s while this returns true, for work in progress. */
  readonly again?: (reply: ReplyOf<E>) => boolean;
  /** Keeps the reply for the previous arguments until the reply for new ones is here, so that a list does not flicker. */
  readonly keepsPrevious?: boolean;
};

const againMs = 1_500;

/** Carries a refusal or fault through the query client, which only handles thrown errors. */
class Unanswered extends Error {
  readonly failure: RefusalOf<Endpoint> | Fault;
  constructor(failure: RefusalOf<Endpoint> | Fault) {
    super(failure.kind);
    this.failure = failure;
  }
}

const isUnreached = ({ kind }: RefusalOf<Endpoint> | Fault) => kind === 'offline' || kind === 'timeout';

/** Why a list could not be read now, and whether it will open without a connection. */
const unreached = (opensLater: boolean): string =>
  `${messages.noConnection}.${opensLater ? ' Once you have opened this with a connection, it opens offline, too.' : ''}`;

const isKept = (endpoint: Endpoint): endpoint is KeptEndpoint =>
  endpoint.offline === 'cached' || endpoint.offline === 'replicated';

/**
 * Asks again for all replies of a call, after a change. A first request that is still under way is given up, as the service may have
 * answered it before the change: the query client would keep that answer otherwise.
 */
export async function refreshReplies(client: QueryClient, endpoint: Endpoint): Promise<void> {
  const replies = { queryKey: [endpoint.route] };
  const firstRequests = client.cancelQueries({ ...replies, predicate: ({ state }) => state.data === undefined });
  await Promise.all([firstRequests, client.invalidateQueries(replies)]);
}

/**
 * The reply of a call: first the one stored on the device, then the service's. Screens with the same call share one reply. The reply
 * of a call that needs the service (`offline: 'online'`) is never stored.
 */
export function useReply<E extends Endpoint>(endpoint: E, args: SentArgsOf<E>, options: Options<E> = {}): Kept<E> {
  const { since = null, wanted = true, again, keepsPrevious = false } = options;
  const { store } = useLocalStore();
  const call = useCall();
  const persister = useMemo(() => (isKept(endpoint) ? replyPersister(store, endpoint) : undefined), [store, endpoint]);
  const queryKey = [endpoint.route, args];
  const { data, dataUpdatedAt, isPlaceholderData, isFetching, error, refetch } = useQuery<ReplyOf<E>>({
    queryKey,
    queryFn: async () => {
      const answer = await call(endpoint, args);
      if (!answer.ok) throw new Unanswered(answer.error);
      return answer.value;
    },
    ...(persister && { persister }),
    enabled: wanted,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    throwOnError: (problem) => !(problem instanceof Unanswered),
    refetchInterval: ({ state }) => (again && state.data !== undefined && again(state.data) ? againMs : false),
  });
  const refresh = useCallback(() => void refetch(), [refetch]);
  const asked = useRef(since);
  useEffect(() => {
    if (asked.current === since) return;
    asked.current = since;
    if (wanted) refresh();
  }, [since, wanted, refresh]);
  const newest = error instanceof Unanswered ? (error.failure as RefusalOf<E> | Fault) : null;
  const failure = useHeldFailure(JSON.stringify(queryKey), newest, isFetching && data === undefined);
  return {
    reply: data ?? null,
    at: data === undefined || isPlaceholderData ? null : new Date(dataUpdatedAt).toISOString(),
    failure,
    problem: failure && (isUnreached(failure) ? unreached(persister !== undefined && data === undefined) : errorMessage(failure)),
    refresh,
  };
}

/**
 * The last failure of a call, also while it is made again. Without it, what a screen shows in place of a reply, such as a form, would
 * go away and come back, and what is typed in between would be lost.
 */
function useHeldFailure<F>(key: string, newest: F | null, isAskedAgain: boolean): F | null {
  const [held, setHeld] = useState<{ readonly key: string; readonly failure: F | null }>({ key, failure: null });
  if (!isAskedAgain && (held.key !== key || held.failure !== newest)) setHeld({ key, failure: newest });
  return isAskedAgain && held.key === key ? held.failure : newest;
}
