import * as z from 'zod';
import { listProductFields, type ProductField, updateProductField } from '#contract/rules/rule-lists.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

const Draft = z.object({
  Title: z.string().trim().min(1, 'Enter a title').max(200),
  Required_Fl: z.boolean(),
  VisibleCustomer_Fl: z.boolean(),
  IsAdvanced: z.boolean(),
  exportonly_fl: z.boolean(),
  datacollectiononly_fl: z.boolean(),
});

/** How one product field is titled, who sees it and when it may be used. */
export function FieldForm({ row: field, onClose }: EditorProps<ProductField>) {
  const form = useForm(Draft, {
    initial: Draft.parse(field),
    onSubmit: useSave(updateProductField, {
      args: (draft: z.output<typeof Draft>) => ({ ...draft, id: field.ID, Query: field.Query }),
      said: () => ({ detail: `Field ${field.BSSField}` }),
      refreshes: [listProductFields],
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog
      title={`${field.BSSField} (${field.ID})`}
      form={form}
      saveLabel="Save field"
      blocked={useBlocked()}
      onClose={onClose}
    >
      <TextField label="Title" required {...form.field('Title')} />
      <SwitchField label="Required" {...form.field('Required_Fl')} />
      <SwitchField label="Visible to customers" {...form.field('VisibleCustomer_Fl')} />
      <SwitchField label="Advanced" hint="Listed last in field pickers." {...form.field('IsAdvanced')} />
      <SwitchField label="Export only" {...form.field('exportonly_fl')} />
      <SwitchField label="Data collection only" {...form.field('datacollectiononly_fl')} />
    </FormDialog>
  );
}
