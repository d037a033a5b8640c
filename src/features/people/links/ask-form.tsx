import * as z from 'zod';
import { changeLink, linkStatus, listLinks } from '#contract/people/links.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

const Draft = z.object({ customerName: z.string().trim().min(1, 'Enter the name of the customer').max(200) });

/** Asks for access to another customer, by its exact name: customers are not listed to each other. */
export function AskForm({ row: { userId }, onClose }: EditorProps<{ userId: number }>) {
  const form = useForm(Draft, {
    initial: { customerName: '' },
    onSubmit: useSave(changeLink, {
      args: ({ customerName }: z.output<typeof Draft>) => ({
        customer: 'me' as const,
        id: userId,
        linkedCustomerId: 0,
        status: linkStatus.asked,
        customerName,
      }),
      said: ({ message }) => ({ title: 'Asked', detail: message }),
      refreshes: [listLinks],
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog title="Ask for access" saveLabel="Send request" form={form} blocked={useBlocked()} onClose={onClose}>
      <TextField
        label="Name of the customer"
        required
        hint="Exactly as they write it. Their people get a notice and decide."
        {...form.field('customerName')}
      />
    </FormDialog>
  );
}
