import * as z from 'zod';
import { settleSubmission } from '#contract/submissions/submissions.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { type ShownSubmission, submissionReplies } from './submission.ts';

const Draft = z.object({
  extId: settleSubmission.args.shape.extId.unwrap().min(1, 'Enter the ID that the destination shows'),
});

/** A person's decision that the destination has a submission whose answer was lost. */
export function ThereForm({ row, onClose }: EditorProps<ShownSubmission>) {
  const me = useSession().customer.id;
  const form = useForm(Draft, {
    initial: { extId: row.extId },
    onSubmit: useSave(settleSubmission, {
      args: ({ extId }: z.output<typeof Draft>) => ({ id: row.id, me, decision: 'there' as const, extId }),
      said: () => ({ detail: `Submission ${row.id}` }),
      refreshes: submissionReplies,
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog
      title={`Submission ${row.id} is at ${row.to}`}
      saveLabel="Save decision"
      form={form}
      blocked={useBlocked()}
      onClose={onClose}
    >
      <p>Nothing is sent again. Its status is read under the ID that you enter.</p>
      <TextField label="ID at the destination" required mono {...form.field('extId')} />
    </FormDialog>
  );
}
