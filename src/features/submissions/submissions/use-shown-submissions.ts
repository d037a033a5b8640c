import { useMemo } from 'react';
import { listSubmissions, mostSubmissions } from '#contract/submissions/submissions.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useSubmissions } from '#src/entities/submission/use-submissions.ts';
import type { ShownSubmission } from './submission.ts';

/**
 * The submissions of this device with the email addresses of the newest, which the service is asked for and which are never stored. Without
 * a connection the addresses are blank. Null until a first complete copy has arrived.
 */
export function useShownSubmissions(): readonly ShownSubmission[] | null {
  const me = useSession().customer.id;
  const { ready, submissions } = useSubmissions();
  // An address is known once the submission was prepared.
  const begun = submissions.filter(({ state }) => state !== 'wanted').length;
  const { reply } = useReply(listSubmissions, { me, pageSize: mostSubmissions }, { since: `${submissions.length}/${begun}` });
  return useMemo(() => {
    if (!ready) return null;
    const emails = new Map(reply?.rows.map(({ id, caregiverEmail }) => [id, caregiverEmail]));
    return submissions.map((row) => ({ ...row, caregiverEmail: emails.get(row.id) ?? '' }));
  }, [ready, submissions, reply]);
}
