import { hashKey } from '@tanstack/react-query';
import type { KeptEndpoint, ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import { readCached } from '#src/store/cached.ts';
import type { Store } from '#src/store/store.ts';
import { replyPrefix } from './reply-persister.ts';

/** The last reply of a call that this device stored, without asking the service; null if there is none, or of another version. */
export async function keptReply<E extends KeptEndpoint>(
  store: Store,
  endpoint: E,
  args: SentArgsOf<E>,
): Promise<ReplyOf<E> | null> {
  const kept = await readCached(store, `${replyPrefix}-${hashKey([endpoint.route, args])}`);
  const parsed = endpoint.reply.safeParse(kept?.reply);
  return parsed.success ? (parsed.data as ReplyOf<E>) : null;
}
