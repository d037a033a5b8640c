import type * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { addStatus, CustomerStatus, listStatuses, saveStatus } from '#contract/posting/statuses.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

const Draft = CustomerStatus.omit({ id: true });
type Draft = z.output<typeof Draft>;

/** One status: its name, and whether it is the default. */
export function StatusForm({ row: { id, name, isDefault }, onClose }: EditorProps<CustomerStatus>) {
  const cust = useSession().customer.id;
  const options = { said: ({ name: detail }: Draft) => ({ detail }), refreshes: [listStatuses], onSaved: onClose };
  const add = useSave(addStatus, { args: (draft: Draft) => ({ cust, ...draft }), ...options });
  const save = useSave(saveStatus, { args: (draft: Draft) => ({ cust, id, ...draft }), ...options });
  const form = useForm(Draft, { initial: { name, isDefault }, onSubmit: id === 0 ? add : save });
  return (
    <FormDialog {...titlesFor('status', id === 0 ? null : name)} form={form} blocked={useBlocked()} onClose={onClose}>
      <TextField label="Name" required {...form.field('name')} />
      <SwitchField
        label="Default"
        disabled={isDefault}
        {...(isDefault && { hint: messages.defaultStatusRequired })}
        {...form.field('isDefault')}
      />
    </FormDialog>
  );
}
