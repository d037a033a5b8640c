import type { AiPrompt } from '#contract/ai/prompts.ts';
import { feedbackObjects, reasonsOfOperation } from '#contract/system/feedback.ts';
import { ResultFeedback } from '#src/entities/feedback/result-feedback.tsx';

/** What feedback on an answer is about. `text`: a text of one’s own; null for a row of the dataset, which is there already. */
export type Judged = { readonly of: AiPrompt; readonly cust: number; readonly text: string | null };

/** The operation that reads descriptions, for which there is a dataset. */
const readsDescriptions = 1;

/** Asks whether the answer of a tested prompt met the expectation. */
export const TestFeedback = ({ judged: { of, cust, text } }: { readonly judged: Judged }) => (
  <ResultFeedback
    cust={cust}
    question="Is this answer right?"
    reasons={reasonsOfOperation(of.operation)}
    tell="What should it be?"
    of={{ objectType: feedbackObjects.prompt, objectId: of.id }}
    joins={text !== null && of.operation === readsDescriptions ? { text } : null}
  />
);
