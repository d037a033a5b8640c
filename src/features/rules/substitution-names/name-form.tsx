import { useState } from 'react';
import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import type { SubstitutionTargetRow, SubstitutionType } from '#contract/rows/rule-rows.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { useSaveChange } from '#src/entities/change/use-save-change.ts';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

const Draft = z.object({ name: z.string().trim().min(1, 'Enter the name') });

/** One name that replaces vendor texts. */
export function NameForm({ row, type, onClose }: EditorProps<SubstitutionTargetRow | null> & { type: SubstitutionType }) {
  const [newRef] = useState(() => crypto.randomUUID());
  const ref = row ? row.ref : newRef;
  const form = useForm(Draft, {
    initial: { name: row?.name ?? '' },
    onSubmit: useSaveChange('substitutionTarget.save.v1', {
      args: ({ name }: z.output<typeof Draft>) => ({ id: row ? row.id : localIdOf(newRef), ref, objectType: type, name }),
      done: () => messages.saved,
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog {...titlesFor('name', row?.name ?? null)} form={form} onClose={onClose}>
      <TextField label="Name" required hint="Vendors’ texts are rewritten to it." {...form.field('name')} />
    </FormDialog>
  );
}
