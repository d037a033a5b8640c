import { useEffect } from 'react';
import type { Endpoint, SentArgsOf } from '#contract/kit/endpoint.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';

/**
 * The reply of a call that reads a mail. The service reads one at a time for a customer: while it is busy, the call is made again by
 * itself, as someone who goes from mail to mail must not have to.
 */
export function usePatientReply<E extends Endpoint>(
  endpoint: E,
  args: SentArgsOf<E>,
  options: { readonly since?: string | null; readonly wanted?: boolean } = {},
) {
  const answer = useReply(endpoint, args, options);
  const { failure, refresh } = answer;
  const waitSeconds = failure && 'retryAfterSeconds' in failure ? failure.retryAfterSeconds : null;
  useEffect(() => {
    if (waitSeconds === null) return undefined;
    const timer = window.setTimeout(refresh, waitSeconds * 1000);
    return () => window.clearTimeout(timer);
  }, [failure, waitSeconds, refresh]);
  return waitSeconds !== null ? { ...answer, problem: null } : answer;
}
