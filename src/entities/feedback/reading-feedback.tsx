import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { readingReasons, sendFeedback } from '#contract/system/feedback.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { FeedbackBox } from './feedback-box.tsx';
import type { FeedbackAnswer } from './feedback-draft.ts';
import { useFeedbackOptOut } from './feedback-opt-out.ts';

/** Asks whether what was read from a job’s description is right, unless the user wants no such questions. A no can join the dataset. */
export function ReadingFeedback({ jobId }: { readonly jobId: number }) {
  const { customer } = useSession();
  const call = useCall();
  const { optedOut, optOut } = useFeedbackOptOut();
  const [asks] = useState(!optedOut);
  const [toDataset, setToDataset] = useState(true);
  const blocked = useBlocked();
  const send = async ({ message, ...answer }: FeedbackAnswer) => {
    const sent = await call(sendFeedback, { cust: customer.id, ...answer, msg: message, jobId, toDataset });
    if (!sent.ok) return { '': `Feedback not sent. ${errorMessage(sent.error)}` };
    if (answer.optOut) await optOut();
    return undefined;
  };
  if (!asks) return null;
  return (
    <details className="feedback-reading">
      <summary>Is what was read right?</summary>
      <div className="feedback-reading-body">
        <FeedbackBox
          rejected={false}
          reasons={readingReasons}
          tell="What does the description say?"
          send={send}
          blocked={blocked}
        />
        <Checkbox
          size="xs"
          label="After a no, add this description to the AI dataset, so that it is labeled"
          checked={toDataset}
          onChange={(event) => setToDataset(event.currentTarget.checked)}
        />
      </div>
    </details>
  );
}
