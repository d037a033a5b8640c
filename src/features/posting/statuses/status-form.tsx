import { useState } from 'react';
import * as z from 'zod';
import { StatusName } from '#contract/commands/customer-status.ts';
import { messages } from '#contract/kit/messages.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { statusNameProblem } from '#domain/statuses/expanded-status.ts';
import { useSaveChange } from '#src/entities/change/use-save-change.ts';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { StatusLine } from './status.ts';

type Props = EditorProps<StatusLine | null> & { readonly statuses: readonly StatusLine[] };

/** One status: its name, and whether it is the default. Saving works offline; a name that another status has is refused. */
export function StatusForm({ row, statuses, onClose }: Props) {
  const [newRef] = useState(() => crypto.randomUUID());
  const [ref, id] = row ? [row.ref, row.id] : [newRef, localIdOf(newRef)];
  const Draft = z.object({ name: StatusName, isDefault: z.boolean() }).check(({ value, issues }) => {
    const problem = statusNameProblem({ id, name: value.name }, statuses);
    if (problem) issues.push({ code: 'custom', path: ['name'], message: problem, input: value });
  });
  // The first status is the default; exactly one always is.
  const isDefault = row?.isDefault ?? statuses.length === 0;
  const form = useForm(Draft, {
    initial: { name: row?.name ?? '', isDefault },
    onSubmit: useSaveChange('customerStatus.save.v1', {
      args: (draft: z.output<typeof Draft>) => ({ id, ref, name: draft.name, isDefault: draft.isDefault && !row?.isDefault }),
      done: ({ name }) => `${name} saved`,
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog {...titlesFor('status', row?.name ?? null)} form={form} onClose={onClose}>
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
