import { useState } from 'react';
import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import type { FieldAliasRow } from '#contract/rows/rule-rows.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { aliasProblem } from '#domain/field-aliases/alias-problem.ts';
import { useSaveChange } from '#src/entities/change/use-save-change.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SelectField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { fieldChoices } from './field-alias.ts';

type Props = EditorProps<FieldAliasRow | null> & { readonly aliases: readonly FieldAliasRow[] };

/** One alias of a field. Saving works offline; a name of another field is refused with that field's name. */
export function FieldAliasForm({ row, aliases, onClose }: Props) {
  const [newRef] = useState(() => crypto.randomUUID());
  const [ref, id] = row ? [row.ref, row.id] : [newRef, localIdOf(newRef)];
  const Draft = z
    .object({
      fieldId: z.string().nullable(),
      alias: z.string().trim().min(1, 'Write the alias').max(100, 'Shorten the alias to 100 characters'),
    })
    .check(({ value, issues }) => {
      const problem = aliasProblem({ id, fieldId: Number(value.fieldId), alias: value.alias }, aliases);
      if (problem) issues.push({ code: 'custom', path: [problem.field], message: problem.message, input: value });
    });
  const form = useForm(Draft, {
    initial: { fieldId: row ? String(row.fieldId) : null, alias: row?.alias ?? '' },
    onSubmit: useSaveChange('fieldAlias.save.v1', {
      args: ({ fieldId, alias }: z.output<typeof Draft>) => ({ id, ref, fieldId: Number(fieldId), alias }),
      done: () => messages.aliasSaved,
      failed: messages.aliasesNotSaved({ what: 'field' }),
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog {...titlesFor('alias', row?.alias ?? null)} form={form} onClose={onClose}>
      <SelectField label="Field" required choices={fieldChoices(useFieldNames())} {...form.field('fieldId')} />
      <TextField
        label="Alias"
        required
        hint="A column of vendors’ files with this name fills the field. Rules may write it in brackets, such as [Ward]."
        {...form.field('alias')}
      />
    </FormDialog>
  );
}
