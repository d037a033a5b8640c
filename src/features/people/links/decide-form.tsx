import * as z from 'zod';
import { changeLink, linkStatus, listLinks } from '#contract/people/links.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { MultiSelectField } from '#src/ui/form/multi-select-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { keyOf, type LinkRow, rightChoices } from './link.ts';

const Draft = z.object({ rights: z.array(z.number()) });

/** Approves a request with the rights that the person gets here, or changes the rights of one who works here. */
export function DecideForm({ row, onClose }: EditorProps<LinkRow>) {
  const { may } = useSession();
  const { name, email, customerName, linkedCustomerName, rights, status } = row;
  const isNew = status !== linkStatus.approved;
  const form = useForm(Draft, {
    initial: { rights },
    onSubmit: useSave(changeLink, {
      args: (draft: z.output<typeof Draft>) => ({ ...keyOf(row), status: linkStatus.approved, rights: draft.rights }),
      said: ({ message }) => (isNew ? { title: 'Approved', detail: message } : { detail: `Rights of ${name}` }),
      refreshes: [listLinks],
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog
      title={isNew ? `Approve ${name}` : `Rights of ${name}`}
      saveLabel={isNew ? 'Approve request' : 'Save rights'}
      form={form}
      blocked={useBlocked()}
      onClose={onClose}
    >
      <p>
        {name} ({email}) works for {customerName}. What may they do in the data of {linkedCustomerName}?
      </p>
      <MultiSelectField
        label="Rights"
        hint="You can give what you hold yourself."
        choices={rightChoices(may, isNew ? [] : rights)}
        {...form.field('rights')}
      />
    </FormDialog>
  );
}
