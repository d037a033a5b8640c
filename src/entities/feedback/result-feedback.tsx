import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { sendFeedback } from '#contract/system/feedback.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useCall } from '#src/entities/session/use-call.ts';
import { FeedbackBox } from './feedback-box.tsx';
import type { FeedbackAnswer } from './feedback-draft.ts';
import { useFeedbackOptOut } from './feedback-opt-out.ts';

type Props = {
  /** The customer whose data the AI was asked about. */
  readonly cust: number;
  readonly question: string;
  readonly reasons: Readonly<Record<number, string>>;
  /** The label of the words: what the user should tell. */
  readonly tell: string;
  /** What the result is about. */
  readonly of: { readonly jobId?: number; readonly objectType?: number; readonly objectId?: number };
  /** After a no, what can join the AI dataset: the description of the job, a text of one's own, or nothing. */
  readonly joins: 'job' | { readonly text: string } | null;
};

/** Asks whether a result of AI met the expectation, unless the user wants no such questions. After a no, the description can join the dataset. */
export function ResultFeedback({ cust, question, reasons, tell, of, joins }: Props) {
  const call = useCall();
  const { optedOut, optOut } = useFeedbackOptOut();
  // A user who opts out with this answer still sees that it was sent.
  const [asks] = useState(!optedOut);
  const [toDataset, setToDataset] = useState(true);
  const blocked = useBlocked();
  const send = async ({ message, ...answer }: FeedbackAnswer) => {
    const text = joins !== null && joins !== 'job' ? { text: joins.text } : {};
    const args = { cust, ...answer, msg: message, ...of, toDataset: toDataset && joins !== null, ...text };
    const sent = await call(sendFeedback, args);
    if (!sent.ok) return { '': `Feedback not sent. ${errorMessage(sent.error)}` };
    if (answer.optOut) await optOut();
    return undefined;
  };
  if (!asks) return null;
  return (
    <details className="feedback-reading">
      <summary>{question}</summary>
      <div className="feedback-reading-body">
        <FeedbackBox rejected={false} reasons={reasons} tell={tell} send={send} blocked={blocked} />
        {joins !== null && (
          <Checkbox
            size="xs"
            label="After a no, add this description to the AI dataset, so that it is labeled"
            checked={toDataset}
            onChange={(event) => setToDataset(event.currentTarget.checked)}
          />
        )}
      </div>
    </details>
  );
}
