import { useMemo } from 'react';
import type { TicketQuestionRow } from '#contract/rows/ticket.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';

/** What a ticket can be about, in its order. `ready` is true once a first complete copy has arrived. */
export function useQuestions(): { readonly ready: boolean; readonly questions: readonly TicketQuestionRow[] } {
  const { ready, rows } = useCollection('ticketQuestion');
  return useMemo(() => ({ ready, questions: rows.toSorted((a, b) => a.position - b.position || a.id - b.id) }), [ready, rows]);
}
