import { countSubmissionErrors } from '#contract/submissions/work.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';

/**
 * How many submissions need this person: those that were refused or need a decision. The rows of this device say it, also without a
 * connection; the service, until a first complete copy of them has arrived. 0 while that is not known.
 */
export function useSubmissionErrors(): number {
  const { customer, may } = useSession();
  const { ready, rows } = useCollection('submission');
  const mayUse = may('submissions.use');
  const { reply } = useReply(countSubmissionErrors, { cust: customer.id }, { wanted: mayUse && !ready });
  if (!mayUse) return 0;
  return ready ? rows.filter(({ state }) => state === 'refused' || state === 'human').length : (reply?.count ?? 0);
}
