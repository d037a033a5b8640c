import { useChanges } from '#src/entities/change/use-changes.ts';
import type { FeedbackAnswer, SendFeedback } from './feedback-draft.ts';
import { useFeedbackOptOut } from './feedback-opt-out.ts';

/** The suggestion that a user rejected: of which text, and at which job. */
export type RejectedMapping = { readonly valueId: number; readonly jobId: number | null };

/** Feedback on the mapping of a text. It is queued as a change, so it needs no connection and arrives once. */
export function useMappingFeedback({ valueId, jobId }: RejectedMapping): SendFeedback {
  const changes = useChanges();
  const { optOut } = useFeedbackOptOut();
  return async (answer: FeedbackAnswer) => {
    const args = { ...answer, id: valueId, jobId };
    const { done, refused, notSaved } = await changes.save('value.feedback.v1', args, () => 'Thank you for your feedback');
    if (done.length === 0) return { '': refused[0]?.message ?? notSaved ?? 'The feedback was not stored. Try again.' };
    if (answer.optOut) await optOut();
    return undefined;
  };
}
