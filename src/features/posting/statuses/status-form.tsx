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

const Draft = CustomerStatus.omit({ objId: true });
type Draft = z.output<typeof Draft>;

/** One status: its name, and whether it is the default. */
export function StatusForm({ row: { objId, statusName, isDefault }, onClose }: EditorProps<CustomerStatus>) {
  const cust = useSession().customer.id;
  const options = { said: ({ statusName: detail }: Draft) => ({ detail }), refreshes: [listStatuses], onSaved: onClose };
  const add = useSave(addStatus, { args: (draft: Draft) => ({ cust, ...draft }), ...options });
  const save = useSave(saveStatus, { args: (draft: Draft) => ({ cust, objId, ...draft }), ...options });
  const form = useForm(Draft, { initial: { statusName, isDefault }, onSubmit: objId === 0 ? add : save });
  return (
    <FormDialog {...titlesFor('status', objId === 0 ? null : statusName)} form={form} blocked={useBlocked()} onClose={onClose}>
      <TextField label="Name" required {...form.field('statusName')} />
      <SwitchField
        label="Default"
        disabled={isDefault}
        {...(isDefault && { hint: messages.defaultStatusRequired })}
        {...form.field('isDefault')}
      />
    </FormDialog>
  );
}
