import * as z from 'zod';
import { changeLink, linkStatus, listLinks } from '#contract/people/links.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { TextField } from '#src/ui/form/fields.tsx';
import { optionalText } from '#src/ui/form/optional.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { keyOf, type LinkRow } from './link.ts';

const Draft = z.object({ reason: optionalText(300) });

/** Rejects a request. The person gets the reason by email. */
export function RejectForm({ row, onClose }: EditorProps<LinkRow>) {
  const form = useForm(Draft, {
    initial: { reason: null },
    onSubmit: useSave(changeLink, {
      args: ({ reason }: z.output<typeof Draft>) => ({
        ...keyOf(row),
        status: linkStatus.rejected,
        ...(reason !== null && { reason }),
      }),
      said: ({ message }) => ({ title: message, detail: row.name }),
      refreshes: [listLinks],
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog title={`Reject ${row.name}`} saveLabel="Reject request" form={form} blocked={useBlocked()} onClose={onClose}>
      <TextField label="Reason" hint={`${row.name} gets it by email, and can ask again after a day.`} {...form.field('reason')} />
    </FormDialog>
  );
}
