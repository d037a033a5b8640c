import * as z from 'zod';
import { listRoles } from '#contract/people/roles.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { MultiSelectField } from '#src/ui/form/multi-select-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { SavedView } from './saved-views.ts';

type Props = EditorProps<SavedView> & {
  /** The screen inside a sentence. */
  readonly screen: string;
  readonly onRoles: (view: SavedView, roleIds: readonly number[]) => Promise<void>;
};

const Draft = z.object({ roleIds: z.array(z.number()) });

/** The roles whose people start with a view. */
export function RoleDefaultForm({ row, screen, onRoles, onClose }: Props) {
  const roles = useReply(listRoles, {});
  const form = useForm(Draft, {
    initial: { roleIds: row.roleIds },
    onSubmit: async ({ roleIds }) => {
      await onRoles(row, roleIds);
      onClose();
    },
  });
  return (
    <FormDialog title={`Roles that start with ${row.name}`} saveLabel="Save roles" form={form} onClose={onClose}>
      <MultiSelectField
        label="Roles"
        hint={`For their people, ${screen} opens with this view, unless they have a default of their own. A role has one default.`}
        choices={(roles.reply ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        {...form.field('roleIds')}
      />
      {roles.problem && <p className="muted">{roles.problem}</p>}
    </FormDialog>
  );
}
