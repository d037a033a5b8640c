import type { JobRow } from '#contract/rows/jobs.ts';
import { answerReasons, feedbackObjects } from '#contract/system/feedback.ts';
import { useSession } from '#src/entities/session/session.ts';
import { ResultFeedback } from './result-feedback.tsx';

type Props = { readonly job: Pick<JobRow, 'id' | 'description'>; readonly ruleId: number };

/** Asks whether the answer of AI that a rule wrote into a job is right. */
export const RuleAnswerFeedback = ({ job: { id, description }, ruleId }: Props) => (
  <ResultFeedback
    cust={useSession().customer.id}
    question="Is this answer of AI right?"
    reasons={answerReasons}
    tell="What is the right value?"
    of={{ jobId: id, objectType: feedbackObjects.rule, objectId: ruleId }}
    joins={description ? 'job' : null}
  />
);
