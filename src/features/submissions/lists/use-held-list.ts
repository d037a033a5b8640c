import { useMemo } from 'react';
import type { KeptEndpoint, ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import type { SubmissionEntryRow } from '#contract/rows/submission-lists.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useHoldsLists } from '#src/entities/submission/use-holds-lists.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';

/**
 * A list of a submission target: null while it loads. The rows of this device say it (`rowsOf` a target). The call says why a person gets no
 * rows: `asked` is its answer, null where rows are enough.
 */
export function useHeldList<E extends KeptEndpoint>(
  endpoint: E,
  args: SentArgsOf<E> & { readonly targetId: number },
  rowsOf: (entries: readonly SubmissionEntryRow[], targetId: number) => ReplyOf<E>,
) {
  const holds = useHoldsLists();
  const { ready, rows: entries } = useCollection('submissionEntry');
  const answer = useReply(endpoint, args, { wanted: !holds });
  const { targetId } = args;
  const held = useMemo(() => rowsOf(entries, targetId), [rowsOf, entries, targetId]);
  return { rows: holds ? (ready ? held : null) : answer.reply, asked: holds ? null : answer };
}
