import { useMemo } from 'react';
import { listTargetDocuments } from '#contract/submissions/documents.ts';
import type { SubmissionTarget } from '#contract/submissions/targets.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useHoldsLists } from '#src/entities/submission/use-holds-lists.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { sharedDocuments, targetDocuments } from './target-documents.ts';

/**
 * The document types of a target with their mapping; null while they load. The rows of this device say them. The service answers a shared
 * mapping, and says why a person gets no rows: `asked` is that answer, null where rows are enough.
 */
export function useTargetDocuments({ id, sharesDocuments }: SubmissionTarget, since: string | null) {
  const { customer } = useSession();
  const entries = useCollection('submissionEntry');
  const steps = useCollection('submissionDocumentStep');
  const jrEntries = useCollection('jrEntry');
  const isAsked = !useHoldsLists() || sharesDocuments;
  const answer = useReply(listTargetDocuments, { target: id, cust: customer.id }, { since, wanted: isAsked });
  const held = useMemo(
    () => ({ entries: entries.rows, steps: steps.rows, jrEntries: jrEntries.rows }),
    [entries.rows, steps.rows, jrEntries.rows],
  );
  const isReady = entries.ready && steps.ready && jrEntries.ready;
  const own = useMemo(() => targetDocuments(held, id), [held, id]);
  const shared = answer.reply && sharedDocuments(answer.reply);
  return { rows: isAsked ? shared : isReady ? own : null, asked: isAsked ? answer : null, held };
}
