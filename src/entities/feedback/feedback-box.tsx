import { Button } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { submitting } from '#src/ui/form/submitting.ts';
import { type SendFeedback, useFeedbackForm } from './feedback-draft.ts';
import { FeedbackFields } from './feedback-fields.tsx';

type Props = Omit<ComponentProps<typeof FeedbackFields>, 'form'> & {
  readonly rejected: boolean;
  readonly send: SendFeedback;
  /** Why nothing can be sent now. */
  readonly blocked?: string | undefined;
};

/** Feedback on an AI result inside the dialog that shows the result, because dialogs never nest. */
export function FeedbackBox({ rejected, send, blocked, ...fields }: Props) {
  const [sent, setSent] = useState(false);
  const form = useFeedbackForm(rejected, send, () => setSent(true));
  if (sent) return <p className="muted">Thank you for your feedback.</p>;
  const failure = form.problems.find(({ field }) => field === '')?.words;
  return (
    <form className="feedback" noValidate onSubmit={submitting(() => form.submit())}>
      <FeedbackFields form={form} {...fields} />
      {failure && <p role="alert">{failure}</p>}
      <Button
        size="xs"
        type="submit"
        loading={form.saving}
        disabled={blocked !== undefined}
        {...(blocked && { 'data-tip': blocked })}
      >
        Send feedback
      </Button>
    </form>
  );
}
