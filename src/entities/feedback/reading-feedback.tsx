import { readingReasons } from '#contract/system/feedback.ts';
import { useSession } from '#src/entities/session/session.ts';
import { ResultFeedback } from './result-feedback.tsx';

/** Asks whether what was read from a job’s description is right. */
export const ReadingFeedback = ({ jobId }: { readonly jobId: number }) => (
  <ResultFeedback
    cust={useSession().customer.id}
    question="Is what was read right?"
    reasons={readingReasons}
    tell="What does the description say?"
    of={{ jobId }}
    joins="job"
  />
);
