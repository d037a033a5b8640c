import { useEffect } from 'react';
import type { Endpoint, ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import { type Cached, useCached } from './use-cached.ts';

const againMs = 1_500;

/** As `useCached`, and asked again and again while the answer says that something still goes on. */
export function useCachedWhile<E extends Endpoint>(
  endpoint: E,
  args: SentArgsOf<E>,
  goesOn: (reply: ReplyOf<E>) => boolean,
): Cached<E> & { readonly busy: boolean } {
  const cached = useCached(endpoint, args);
  const { reply, refresh } = cached;
  const busy = reply !== null && goesOn(reply);
  useEffect(() => {
    if (!busy) return;
    const timer = setInterval(refresh, againMs);
    return () => clearInterval(timer);
  }, [busy, refresh]);
  return { ...cached, busy };
}
