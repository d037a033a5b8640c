import * as z from 'zod';
import { listProductFields, type ProductField, updateProductField } from '#contract/rules/rule-lists.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

const Draft = z.object({
  title: z.string().trim().min(1, 'Enter a title').max(200),
  isRequired: z.boolean(),
  isVisibleToCustomers: z.boolean(),
  isAdvanced: z.boolean(),
  isExportOnly: z.boolean(),
  isCollectionOnly: z.boolean(),
});

/** Title, visibility and availability of one product field. */
export function FieldForm({ row: field, onClose }: EditorProps<ProductField>) {
  const form = useForm(Draft, {
    initial: Draft.parse(field),
    onSubmit: useSave(updateProductField, {
      args: (draft: z.output<typeof Draft>) => ({ ...draft, id: field.id, query: field.query }),
      said: () => ({ detail: `Field ${field.name}` }),
      refreshes: [listProductFields],
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog title={`${field.name} (${field.id})`} form={form} saveLabel="Save field" blocked={useBlocked()} onClose={onClose}>
      <TextField label="Title" required {...form.field('title')} />
      <SwitchField label="Required" {...form.field('isRequired')} />
      <SwitchField label="Visible to customers" {...form.field('isVisibleToCustomers')} />
      <SwitchField label="Advanced" hint="Listed last in field pickers." {...form.field('isAdvanced')} />
      <SwitchField label="Export only" {...form.field('isExportOnly')} />
      <SwitchField label="Data collection only" {...form.field('isCollectionOnly')} />
    </FormDialog>
  );
}
