import { experimental_createQueryPersister } from '@tanstack/query-persist-client-core';
import { notifyManager, type Query, type QueryFunctionContext } from '@tanstack/react-query';
import type { KeptEndpoint } from '#contract/kit/endpoint.ts';
import { fromWire } from '#contract/kit/wire-translation.ts';
import { dropCached, keepCached, readCached } from '#src/store/cached.ts';
import type { Store } from '#src/store/store.ts';
import { StoreFailure } from '#src/store/tables/backend.ts';
import type { CachedAnswer } from '#src/store/tables/tables.ts';

/** The beginning of the key of every stored reply. */
export const replyPrefix = 'reply';

type Ask<R> = (context: QueryFunctionContext) => R | Promise<R>;

/**
 * Stores the replies of one call in a customer's store, one row per set of arguments. A stored reply is shown at once and
 * requested again. It has no age limit, because an offline user works with the old reply and sees its age.
 */
export function replyPersister(store: Store, endpoint: KeptEndpoint) {
  const { persisterFn } = persisterOn(store, endpoint);
  return async <R>(ask: Ask<R>, context: QueryFunctionContext, query: Query): Promise<R> => {
    let asked = false;
    const askOnce: Ask<R> = (asking) => {
      asked = true;
      return ask(asking);
    };
    const reply = await persisterFn(askOnce, context, query);
    // After a restore, the library's own fetch leaves an unhandled rejection. The query keeps the error for its screens.
    if (!asked) notifyManager.schedule(() => void query.fetch().catch(() => undefined));
    return reply;
  };
}

const persisterOn = (store: Store, endpoint: KeptEndpoint) =>
  experimental_createQueryPersister<CachedAnswer>({
    prefix: replyPrefix,
    maxAge: Number.POSITIVE_INFINITY,
    refetchOnRestore: false,
    storage: {
      getItem: (key) => unlessClosed(readCached(store, key)),
      setItem: (key, { reply }) => unlessClosed(keepCached(store, key, reply)),
      removeItem: (key) => unlessClosed(dropCached(store, key)),
    },
    serialize: ({ queryHash, state }) => ({ key: queryHash, at: new Date(state.dataUpdatedAt).toISOString(), reply: state.data }),
    deserialize: ({ key, at, reply }) => ({
      buster: '',
      queryHash: key,
      queryKey: [endpoint.route],
      state: { ...restored, data: keptReply(endpoint, reply), dataUpdatedAt: Date.parse(at) },
    }),
  });

/**
 * A reply as it was kept. A version of the app that knew only documented names may have kept it. One of any other shape is dropped by
 * the throw, and asked for again.
 */
function keptReply({ reply }: KeptEndpoint, kept: unknown): unknown {
  const { success, data } = reply.safeParse(kept);
  return success ? data : reply.parse(fromWire(reply, kept));
}

/** What a kept reply has in common with every other one. */
const restored = {
  dataUpdateCount: 1,
  error: null,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
  isInvalidated: false,
  status: 'success',
  fetchStatus: 'idle',
} as const;

/** A store that is full or closed stores nothing. The screen then uses the service's reply. */
async function unlessClosed<R>(work: Promise<R>): Promise<R | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StoreFailure) return undefined;
    throw error;
  }
}
