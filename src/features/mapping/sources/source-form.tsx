import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { saveSource } from '#contract/mapping/sources.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { TextField } from '#src/ui/form/fields.tsx';
import { optionalText } from '#src/ui/form/optional.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import type { SourceLine } from './source.ts';

/** `label`: what the customer calls sources. */
const draftOf = (label: string) =>
  z.object({
    name: z.string().trim().min(1, messages.sourceRequired({ label })).max(100, 'Shorten the name to 100 characters'),
    alias: optionalText(100, 'Shorten the alias to 100 characters'),
  });

/** One source: its name (only administrators rename it) and its alias. */
export function SourceForm({ row: { id, name, alias, autoPost }, onClose }: EditorProps<SourceLine>) {
  const { administrator, customer } = useSession();
  const Draft = draftOf(useFieldNames().of('source'));
  const locked = id !== 0 && !administrator;
  const form = useForm(Draft, {
    initial: { name, alias },
    onSubmit: useSave(saveSource, {
      args: (draft: z.output<typeof Draft>) => ({ ...draft, me: customer.id, id, autoPost }),
      said: ({ name, message }) =>
        message ? { tone: 'warning', title: message, detail: `Saved as “${name}”.` } : { detail: name },
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog {...titlesFor('source', id === 0 ? null : name)} form={form} blocked={useBlocked()} onClose={onClose}>
      <TextField
        label="Name"
        required
        disabled={locked}
        hint={locked ? 'Only administrators can rename a source.' : messages.sourceCleaned}
        {...form.field('name')}
      />
      <TextField label="Alias" hint="The name your team uses" {...form.field('alias')} />
    </FormDialog>
  );
}
