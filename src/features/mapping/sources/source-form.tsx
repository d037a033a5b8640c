import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { saveSource } from '#contract/mapping/sources.ts';
import { problemsOf } from '#src/entities/session/failure-words.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import { SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import type { SourceLine } from './source-list.tsx';

const Draft = z.object({
  Source: z
    .string()
    .trim()
    .min(1, messages.sourceRequired({ label: 'Source' }))
    .max(100, 'Shorten the name to 100 characters'),
  Alias: z.string().trim().max(100, 'Shorten the alias to 100 characters'),
  AutoPost: z.boolean(),
});

/** One source: its name (administrators change it), its alias, and whether its jobs are posted by themselves. */
export function SourceForm({ source, onClose }: { source: SourceLine; onClose: () => void }) {
  const call = useCall();
  const { administrator, customer } = useSession();
  const isNew = source.id === 0;
  const form = useForm(Draft, {
    initial: { Source: source.name, Alias: source.alias ?? '', AutoPost: source.autoPost },
    async onSubmit({ Alias, ...draft }) {
      const answer = await call(saveSource, { ...draft, Alias: Alias || null, me: customer.id, ID: source.id });
      if (!answer.ok) return problemsOf(answer.error);
      const { Source, message } = answer.value;
      if (message) toast.warning({ title: message, detail: `Saved as “${Source}”.` });
      else toast.success({ title: messages.saved, detail: Source });
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog
      title={isNew ? 'Add source' : `Edit ${source.name}`}
      form={form}
      saveWords={isNew ? 'Add source' : 'Save source'}
      blocked={useBlocked()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        disabled={!isNew && !administrator}
        hint={!isNew && !administrator ? 'Only administrators can rename a source.' : messages.sourceCleaned}
        {...form.field('Source')}
      />
      <TextField label="Alias" hint="The name your team uses" {...form.field('Alias')} />
      <SwitchField
        label="Post jobs automatically"
        hint="Each job is posted to the target as soon as everything is mapped."
        {...form.field('AutoPost')}
      />
    </FormDialog>
  );
}
