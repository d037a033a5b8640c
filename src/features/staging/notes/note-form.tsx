import { Button } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod';
import { NoteText } from '#contract/commands/job-note.ts';
import type { JobNoteRow, Mention } from '#contract/rows/job-note.ts';
import { listAssignees } from '#contract/staging/assignees.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { mentionsIn } from '#domain/notes/mentions.ts';
import { useSaveChange } from '#src/entities/change/use-save-change.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { submitting } from '#src/ui/form/submitting.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormProblems } from '#src/ui/page/form-page.tsx';
import { useUnsavedWork } from '#src/ui/unsaved/unsaved-work.ts';
import { NoteField } from './note-field.tsx';

const Draft = z.object({ text: NoteText });

type Props = {
  readonly jobId: number;
  /** The note to change; null writes a new one. */
  readonly note: JobNoteRow | null;
  readonly onClose: (() => void) | null;
};

/** Writes a note on a job, or changes one. It works without a connection, with the people last listed. */
export function NoteForm({ jobId, note, onClose }: Props) {
  const { customer, role } = useSession();
  const people = useReply(listAssignees, { cust: customer.id }).reply?.people ?? [];
  const [newRef, setNewRef] = useState(() => crypto.randomUUID());
  const [chosen, setChosen] = useState<readonly Mention[]>(note?.mentions ?? []);
  // A name that was typed in full is a mention as well.
  const known = people.map(({ id, name }): Mention => ({ userId: id, name }));
  const [ref, id, authorId] = note ? [note.ref, note.id, note.authorId] : [newRef, localIdOf(newRef), role.userId];
  const form = useForm(Draft, {
    initial: { text: note?.text ?? '' },
    onSubmit: useSaveChange('jobNote.save.v1', {
      args: ({ text }: z.output<typeof Draft>) => ({
        id,
        ref,
        jobId,
        authorId,
        text,
        mentions: mentionsIn(text, [...chosen, ...known]),
      }),
      done: () => 'Note saved',
      onSaved() {
        onClose?.();
        setNewRef(crypto.randomUUID());
        setChosen([]);
      },
    }),
  });
  useUnsavedWork(form.dirty, { what: 'Note', save: form.submit });
  const save = async () => {
    if ((await form.submit()) && !note) form.reset({ text: '' });
  };
  return (
    <form noValidate className="note-form" aria-label={note ? 'Edit note' : 'New note'} onSubmit={submitting(save)}>
      <FormProblems form={form} />
      <NoteField
        label={note ? 'Edit note' : 'New note'}
        people={people}
        onMention={(mention) => setChosen((before) => [mention, ...before])}
        onSave={() => void save()}
        autoFocus={note !== null}
        {...form.field('text')}
      />
      <div className="form-actions">
        <Button type="submit" size="xs" loading={form.saving}>
          Save note
        </Button>
        {onClose && (
          <Button size="xs" variant="default" onClick={onClose}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
