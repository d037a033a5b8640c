import * as z from 'zod';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { Person } from './person.ts';

const Draft = z.object({
  reason: z.string().trim().min(1, 'Enter a reason. The user can read it.').max(300, 'Shorten this to 300 characters'),
});

/** Lets an administrator work as the person of a line, with a reason. */
export function WorkAsPerson({ row: { id, name }, onClose }: EditorProps<Person>) {
  const { customer } = useSession();
  const { loginAs } = useSessionActions();
  const form = useForm(Draft, {
    initial: { reason: '' },
    async onSubmit({ reason }) {
      const failed = await loginAs(customer.id, id, reason);
      if (failed !== null) return { '': failed };
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog title={`Log in as ${name}`} form={form} saveLabel={`Log in as ${name}`} blocked={useBlocked()} onClose={onClose}>
      <p className="muted">
        For up to an hour you have this user’s access, and never more. The user is notified, every change names both of you, and
        both see it in the list of sessions.
      </p>
      <TextAreaField label="Reason" required {...form.field('reason')} />
    </FormDialog>
  );
}
