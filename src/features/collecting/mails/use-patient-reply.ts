import { useEffect } from 'react';
import type { Endpoint, SentArgsOf } from '#contract/kit/endpoint.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';

/**
 * The reply of a call that reads an email. The service reads one at a time for a customer: while it is busy, the call is made again by
 * itself, as someone who goes from email to mail must not have to.
 */
export function usePatientReply<E extends Endpoint>(
  endpoint: E,
  args: SentArgsOf<E>,
  options: { readonly since?: string | null; readonly wanted?: boolean } = {},
) {
  const answer = useReply(endpoint, args, options);
  const { failure, refresh } = answer;
  useEffect(() => {
    if (!failure || !('retryAfterSeconds' in failure)) return undefined;
    const timer = window.setTimeout(refresh, failure.retryAfterSeconds * 1000);
    return () => window.clearTimeout(timer);
  }, [failure, refresh]);
  return failure?.kind === 'busy' ? { ...answer, problem: null } : answer;
}
