import { mappingReasons } from '#contract/system/feedback.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import { FeedbackBox } from './feedback-box.tsx';
import { useFeedbackForm } from './feedback-draft.ts';
import { FeedbackFields } from './feedback-fields.tsx';
import { type RejectedMapping, useMappingFeedback } from './use-mapping-feedback.ts';

const fields = { reasons: mappingReasons, tell: 'What is the correct value?' } as const;

type DialogProps = { readonly of: RejectedMapping; readonly text: string; readonly onClose: () => void };

/** Asks what was wrong with an AI mapping that the user replaced or removed. */
export function MappingFeedbackDialog({ of, text, onClose }: DialogProps) {
  const form = useFeedbackForm(true, useMappingFeedback(of), onClose);
  return (
    <FormDialog title="Feedback on AI mapping" form={form} saveLabel="Send feedback" onClose={onClose}>
      <p>AI had mapped “{text}”, and you changed that. Your answer helps to improve it.</p>
      <FeedbackFields form={form} {...fields} />
    </FormDialog>
  );
}

/** The same inside the dialog with AI suggestions: at once after a rejection, and on request for one that was mapped. */
export function MappingFeedbackBox({ of, rejected }: { readonly of: RejectedMapping; readonly rejected: boolean }) {
  const box = <FeedbackBox rejected={rejected} send={useMappingFeedback(of)} {...fields} />;
  if (rejected) return box;
  return (
    <details className="feedback-reading">
      <summary>Is this suggestion right?</summary>
      <div className="feedback-reading-body">{box}</div>
    </details>
  );
}
