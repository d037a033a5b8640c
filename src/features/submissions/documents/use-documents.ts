import { useMemo } from 'react';
import { listDocumentMappings } from '#contract/submissions/documents.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useSyncEnd } from '#src/entities/submission/use-sync-end.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import type { Between } from '../mapping/between.ts';
import { heldDocuments } from './held-documents.ts';

const none = [] as const;

/**
 * The mapping of documents from a source to a destination. A side that shares its mapping is asked for: `shared` is that answer, null if
 * both sides are the customer's own. `ready` once all rows have arrived.
 */
export function useDocuments({ source, destination }: Between) {
  const cust = useSession().customer.id;
  const steps = useCollection('submissionDocumentStep');
  const entries = useCollection('submissionEntry');
  const jrEntries = useCollection('jrEntry');
  const isShared = source.sharesDocuments || destination.sharesDocuments;
  const of = { cust, sourceId: source.id, targetId: destination.id };
  const answer = useReply(listDocumentMappings, of, { since: useSyncEnd(), wanted: isShared });
  const answered = answer.reply ?? none;
  const held = useMemo(
    () =>
      heldDocuments({ steps: steps.rows, entries: entries.rows, jrEntries: jrEntries.rows, answered }, { source, destination }),
    [steps.rows, entries.rows, jrEntries.rows, answered, source, destination],
  );
  return { ready: steps.ready && entries.ready && jrEntries.ready, held, shared: isShared ? answer : null };
}
