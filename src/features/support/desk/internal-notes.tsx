import { Button } from '@mantine/core';
import * as z from 'zod';
import { addTicketNote, type Desk, readDesk } from '#contract/support/desk.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { Said } from '#src/entities/ticket/said.tsx';
import { submitting } from '#src/ui/form/submitting.ts';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormProblems } from '#src/ui/page/form-page.tsx';
import { useUnsavedWork } from '#src/ui/unsaved/unsaved-work.ts';

const Draft = z.object({ text: addTicketNote.args.shape.text });

/** The internal notes on a ticket, and a field for one more. */
export function InternalNotes({ ticketId, notes }: { ticketId: number; notes: Desk['notes'] }) {
  const blocked = useBlocked();
  const form = useForm(Draft, {
    initial: { text: '' },
    onSubmit: useSave(addTicketNote, {
      args: ({ text }: z.output<typeof Draft>) => ({ id: ticketId, text }),
      said: () => ({ title: 'Internal note saved' }),
      refreshes: [readDesk],
    }),
  });
  useUnsavedWork(form.dirty, { what: 'Internal note', save: form.submit });
  const save = async () => {
    if (await form.submit()) form.reset({ text: '' });
  };
  return (
    <>
      <h2>Internal notes</h2>
      {notes.length > 0 && (
        <ul className="desk-notes" aria-label="Internal notes">
          {notes.map(({ id, by, at, text }) => (
            <li key={id}>
              <Said author={by} at={at} text={text} />
            </li>
          ))}
        </ul>
      )}
      <form noValidate className="desk-form" aria-label="Internal note" onSubmit={submitting(save)}>
        <FormProblems form={form} />
        <TextAreaField label="Internal note" {...form.field('text')} />
        <div className="form-actions">
          <Button type="submit" size="xs" variant="default" loading={form.saving} disabled={blocked !== undefined}>
            Save note
          </Button>
          {blocked && <span className="muted">{blocked}</span>}
        </div>
      </form>
    </>
  );
}
