import * as z from 'zod';
import { listDocuments, type SupportDocument, saveDocument } from '#contract/support/documents.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { TextField } from '#src/ui/form/fields.tsx';
import { optionalText } from '#src/ui/form/optional.ts';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { words } from './document.ts';

const Draft = z.object({
  name: saveDocument.args.shape.name,
  description: optionalText(500, 'Shorten the description to 500 characters'),
  link: optionalText(2000),
});

/** What a document or video is called, and where a video is. */
export function DocumentForm({ row: document, onClose }: EditorProps<SupportDocument>) {
  const { id, type, name, description, link } = document;
  const form = useForm(Draft, {
    initial: { name, description, link },
    onSubmit: useSave(saveDocument, {
      args: (draft: z.output<typeof Draft>) => ({ ...draft, id, type, description: draft.description ?? undefined }),
      said: (saved) => ({
        title: `${saved.name} saved`,
        ...(saved.type === 1 && saved.fileName === null && { detail: nextStep }),
      }),
      refreshes: [listDocuments],
      onSaved: onClose,
    }),
  });
  const titles = titlesFor(words[type].noun, id === 0 ? null : name);
  return (
    <FormDialog {...titles} form={form} blocked={useBlocked()} onClose={onClose}>
      <TextField label="Name" required {...form.field('name')} />
      <TextAreaField label="Description" {...form.field('description')} />
      {type === 3 && (
        <TextField
          label="Web address"
          required
          type="url"
          hint="The page of the video. It opens in a window of its own."
          {...form.field('link')}
        />
      )}
    </FormDialog>
  );
}

const nextStep = 'Upload its PDF file with Replace file. People see it then.';
