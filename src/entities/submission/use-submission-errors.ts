import { countSubmissionErrors } from '#contract/submissions/work.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';

/** How many submissions need this person: those that were refused or need a decision. 0 while that is not known. */
export function useSubmissionErrors(): number {
  const { customer, may } = useSession();
  return useReply(countSubmissionErrors, { cust: customer.id }, { wanted: may('submissions.use') }).reply?.count ?? 0;
}
