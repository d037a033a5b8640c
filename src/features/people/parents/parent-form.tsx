import * as z from 'zod';
import { listCustomers } from '#contract/people/customers.ts';
import { listParentLinks, saveParentLink } from '#contract/people/parents.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { ReferenceField } from '#src/ui/form/reference-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

const chosen = (what: string) => z.string().min(1, `Choose the ${what} customer`).transform(Number);
const Draft = z.object({ parent: chosen('parent'), child: chosen('child') });

type NewParentLink = z.input<typeof Draft>;

/** Makes one customer the child of another. */
export function ParentForm({ row, onClose }: EditorProps<NewParentLink>) {
  const { customers, role } = useSession();
  const { reload } = useSessionActions();
  const choices = customers
    .filter(({ id }) => id !== role.customerId)
    .map(({ id, name }) => ({ id: String(id), name, detail: String(id) }));
  const form = useForm(Draft, {
    initial: row,
    onSubmit: useSave(saveParentLink, {
      args: (draft: z.output<typeof Draft>) => ({ customer: -1, ...draft }),
      said: ({ parentName, childName }) => ({ detail: `${childName} is a child of ${parentName}` }),
      refreshes: [listParentLinks, listCustomers],
      onSaved: () => {
        onClose();
        void reload();
      },
    }),
  });
  return (
    <FormDialog title="Link customers" saveLabel="Link customers" form={form} blocked={useBlocked()} onClose={onClose}>
      <ReferenceField label="Parent" required choices={choices} {...form.field('parent')} />
      <ReferenceField
        label="Child"
        required
        hint="It gets no tasks of its own: the parent’s tasks collect for it."
        choices={choices}
        {...form.field('child')}
      />
    </FormDialog>
  );
}
