import * as z from 'zod';
import { listJrDocuments, type SubmissionDocument, saveDocumentLink } from '#contract/submissions/documents.ts';
import type { SubmissionTarget } from '#contract/submissions/targets.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { ReferenceField, referencesOf } from '#src/ui/form/reference-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { documentReplies } from './document-replies.ts';

const Draft = z.object({ jrDocumentId: z.string().min(1, 'Choose a document of Jobdock') });

/** Chooses the document of Jobdock's own list that a document type of a target is mapped to. */
export function LinkForm({ row, target, onClose }: EditorProps<SubmissionDocument> & { target: SubmissionTarget }) {
  const me = useSession().customer.id;
  const documents = useReply(listJrDocuments, { me });
  const form = useForm(Draft, {
    initial: { jrDocumentId: row.jrId === 0 ? '' : String(row.jrId) },
    onSubmit: useSave(saveDocumentLink, {
      args: ({ jrDocumentId }: z.output<typeof Draft>) => ({
        me,
        // A step of the shared mapping is not this target's own: a new one takes its place.
        id: row.linkId,
        documentId: row.id,
        jrDocumentId: Number(jrDocumentId),
        targetId: target.id,
      }),
      said: ({ name, jrName }) => ({ detail: `${name}: ${jrName}` }),
      refreshes: documentReplies,
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog title={`Map ${row.name}`} saveLabel="Save mapping" form={form} blocked={useBlocked()} onClose={onClose}>
      {documents.problem !== null && <p role="alert">{documents.problem}</p>}
      {target.sharesDocuments && (
        <p className="muted">The mapping is shared: it then applies to every customer of {target.systemName}.</p>
      )}
      <ReferenceField
        label="Jobdock document"
        required
        autoFocus
        choices={referencesOf(documents.reply)}
        {...form.field('jrDocumentId')}
      />
    </FormDialog>
  );
}
