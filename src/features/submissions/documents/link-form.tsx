import { useState } from 'react';
import * as z from 'zod';
import { saveDocumentLink } from '#contract/submissions/documents.ts';
import type { SubmissionTarget } from '#contract/submissions/targets.ts';
import { useSaveChange } from '#src/entities/change/use-save-change.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { ReferenceField, referencesOf } from '#src/ui/form/reference-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { documentReplies } from './document-replies.ts';
import { type Documents, documentProblem, jrDocuments, savedDocumentStep, type TargetDocument } from './target-documents.ts';

const Draft = z.object({ jrDocumentId: z.string().min(1, 'Choose a document of Jobdock') });
type Draft = z.output<typeof Draft>;

type Props = EditorProps<TargetDocument> & { target: SubmissionTarget; held: Documents };

/** Chooses the document of Jobdock's own list that a document type of a target is mapped to. Saving works offline but for a shared mapping. */
export function LinkForm({ row, target, held, onClose }: Props) {
  const saveThere = useSaveShared(row, target, onClose);
  const saveHere = useSaveOwn(row, target, held, onClose);
  const form = useForm(Draft, {
    initial: { jrDocumentId: row.jrId === 0 ? '' : String(row.jrId) },
    onSubmit: target.sharesDocuments ? saveThere : saveHere,
  });
  const offline = useBlocked();
  return (
    <FormDialog
      title={`Map ${row.name}`}
      saveLabel="Save mapping"
      form={form}
      blocked={target.sharesDocuments ? offline : undefined}
      onClose={onClose}
    >
      {target.sharesDocuments && (
        <p className="muted">The mapping is shared: it then applies to every customer of {target.systemName}.</p>
      )}
      <ReferenceField
        label="Jobdock document"
        required
        autoFocus
        choices={referencesOf(jrDocuments(held.jrEntries))}
        {...form.field('jrDocumentId')}
      />
    </FormDialog>
  );
}

/** Saves the customer's own step by a change of this device. A second step for a document is refused by what the first one says. */
function useSaveOwn(row: TargetDocument, target: SubmissionTarget, held: Documents, onSaved: () => void) {
  const [ref] = useState(() => crypto.randomUUID());
  const save = useSaveChange('submissionDocumentStep.save.v1', {
    args: ({ jrDocumentId }: Draft) => savedDocumentStep(row, target, Number(jrDocumentId), ref),
    done: () => `Mapping of ${row.name} saved`,
    onSaved,
  });
  return async (draft: Draft) => {
    const problem = documentProblem(row, target, Number(draft.jrDocumentId), held);
    return problem === null ? save(draft) : { jrDocumentId: problem };
  };
}

/** Has the service save a step of the shared mapping. A new one takes the place of an earlier one. */
function useSaveShared(row: TargetDocument, target: SubmissionTarget, onSaved: () => void) {
  const me = useSession().customer.id;
  return useSave(saveDocumentLink, {
    args: ({ jrDocumentId }: Draft) => ({
      me,
      id: 0,
      documentId: row.id,
      jrDocumentId: Number(jrDocumentId),
      targetId: target.id,
    }),
    said: ({ name, jrName }) => ({ detail: `${name}: ${jrName}` }),
    refreshes: documentReplies,
    onSaved,
  });
}
