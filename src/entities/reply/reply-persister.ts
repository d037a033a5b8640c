import { experimental_createQueryPersister } from '@tanstack/query-persist-client-core';
import { notifyManager, type Query, type QueryFunctionContext } from '@tanstack/react-query';
import type { KeptEndpoint } from '#contract/kit/endpoint.ts';
import { dropCached, keepCached, readCached } from '#src/store/cached.ts';
import type { Store } from '#src/store/store.ts';
import { StoreFailure } from '#src/store/tables/backend.ts';
import type { CachedAnswer } from '#src/store/tables/tables.ts';

type Ask<R> = (context: QueryFunctionContext) => R | Promise<R>;

/**
 * Keeps the replies of one call in a customer's store, one row for each set of arguments. A kept reply is shown at once and asked for
 * again; it has no age limit, since an old answer with its age is what a person without a connection works with.
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
    // The library's own fetch after restoring leaves a rejection that no one handles; the query keeps the error for its screens.
    if (!asked) notifyManager.schedule(() => void query.fetch().catch(() => undefined));
    return reply;
  };
}

const persisterOn = (store: Store, endpoint: KeptEndpoint) =>
  experimental_createQueryPersister<CachedAnswer>({
    prefix: 'reply',
    maxAge: Number.POSITIVE_INFINITY,
    refetchOnRestore: false,
    storage: {
      getItem: (key) => unlessClosed(readCached(store, key)),
      setItem: (key, { reply }) => unlessClosed(keepCached(store, key, reply)),
      removeItem: (key) => unlessClosed(dropCached(store, key)),
    },
    serialize: ({ queryHash, state }) => ({ key: queryHash, at: new Date(state.dataUpdatedAt).toISOString(), reply: state.data }),
    // A reply kept by another version of the app may have another shape: the throw drops it, and it is asked for again.
    deserialize: ({ key, at, reply }) => ({
      buster: '',
      queryHash: key,
      queryKey: [endpoint.route],
      state: { ...restored, data: endpoint.reply.parse(reply), dataUpdatedAt: Date.parse(at) },
    }),
  });

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

/** A store that is full or was closed under its reader keeps nothing; the screen then has what the service answers. */
async function unlessClosed<R>(work: Promise<R>): Promise<R | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StoreFailure) return undefined;
    throw error;
  }
}
