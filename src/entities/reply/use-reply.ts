import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Endpoint, KeptEndpoint, RefusalOf, ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import type { Fault } from '#contract/kit/errors.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { replyPersister } from './reply-persister.ts';

/** A call's last reply: shown from this device at once, then from the service. */
export type Kept<E extends Endpoint> = {
  readonly reply: ReplyOf<E> | null;
  /** When the reply was given, as an instant. */
  readonly at: string | null;
  /** Why the newest reply is missing; `problem` says it in a sentence. */
  readonly failure: RefusalOf<E> | Fault | null;
  readonly problem: string | null;
  readonly refresh: () => void;
};

type Options<E extends Endpoint> = {
  /** Asks again whenever this changes. */
  readonly since?: string | null;
  /** Nothing is asked while false. */
  readonly wanted?: boolean;
  /** Asks again every 1.5 s while the reply says that something still goes on. */
  readonly again?: (reply: ReplyOf<E>) => boolean;
};

const againMs = 1_500;

/** How a call's refusal or fault passes through the query client, which knows thrown errors only. */
class Unanswered extends Error {
  readonly failure: RefusalOf<Endpoint> | Fault;
  constructor(failure: RefusalOf<Endpoint> | Fault) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** Every kept reply of a call: what `invalidateQueries` takes after a change. */
export const repliesOf = (endpoint: Endpoint) => ({ queryKey: [endpoint.route] });

/**
 * The reply of a call that the device may keep: the kept one first, then the service's. Screens that show the same call share one
 * reply. Calls that need the service (`offline: 'online'`) do not compile here.
 */
export function useReply<E extends KeptEndpoint>(endpoint: E, args: SentArgsOf<E>, options: Options<E> = {}): Kept<E> {
  const { since = null, wanted = true, again } = options;
  const { store } = useLocalStore();
  const call = useCall();
  const persister = useMemo(() => replyPersister(store, endpoint), [store, endpoint]);
  const { data, dataUpdatedAt, error, refetch } = useQuery<ReplyOf<E>>({
    queryKey: [endpoint.route, args],
    queryFn: async () => {
      const answer = await call(endpoint, args);
      if (!answer.ok) throw new Unanswered(answer.error);
      return answer.value;
    },
    persister,
    enabled: wanted,
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
  const failure = error instanceof Unanswered ? (error.failure as RefusalOf<E> | Fault) : null;
  return {
    reply: data ?? null,
    at: data === undefined ? null : new Date(dataUpdatedAt).toISOString(),
    failure,
    problem: failure && errorMessage(failure),
    refresh,
  };
}
