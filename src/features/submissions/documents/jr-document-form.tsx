import * as z from 'zod';
import { addJrDocument } from '#contract/submissions/documents.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { documentReplies } from './document-replies.ts';

const Draft = z.object({ name: addJrDocument.args.shape.name });

/** Adds a document to Jobdock's own list, or renames one. For administrators, as the list is that of all customers. */
export function JrDocumentForm({ row, onClose }: EditorProps<{ readonly id: number; readonly name: string }>) {
  const form = useForm(Draft, {
    initial: { name: row.name },
    onSubmit: useSave(addJrDocument, {
      args: ({ name }: z.output<typeof Draft>) => ({ id: row.id, name }),
      said: ({ message, name }) => ({ title: message, detail: name }),
      refreshes: documentReplies,
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog
      {...titlesFor('Jobdock document', row.id === 0 ? null : row.name)}
      form={form}
      blocked={useBlocked()}
      onClose={onClose}
    >
      <TextField label="Document Name" required hint="Every customer sees it in the list." {...form.field('name')} />
    </FormDialog>
  );
}
