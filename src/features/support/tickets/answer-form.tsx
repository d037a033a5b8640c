import { Button } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod';
import { CommentText } from '#contract/commands/ticket.ts';
import type { TicketRow } from '#contract/rows/ticket.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useSession } from '#src/entities/session/session.ts';
import { ChosenFiles } from '#src/entities/ticket/chosen-files.tsx';
import { keepFiles } from '#src/entities/ticket/keep-files.ts';
import { forgetWaitingFiles } from '#src/store/waiting-files.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { submitting } from '#src/ui/form/submitting.ts';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormProblems } from '#src/ui/page/form-page.tsx';
import { useUnsavedWork } from '#src/ui/unsaved/unsaved-work.ts';
import { CannedAnswers } from '../desk/canned-answers.tsx';

const Draft = z.object({ text: CommentText });

/** An answer to a ticket, with files. It works without a connection; files go out after the ticket has its number. */
export function AnswerForm({ ticket }: { ticket: TicketRow }) {
  const { role, administrator } = useSession();
  const { store } = useLocalStore();
  const changes = useChanges();
  const [files, setFiles] = useState<readonly File[]>([]);
  const form = useForm(Draft, {
    initial: { text: '' },
    onSubmit: async ({ text }) => {
      const ofTicket = { ticketId: ticket.id > 0 ? ticket.id : null, ticketRef: ticket.ref };
      const kept = await keepFiles(store, ofTicket, files);
      if (typeof kept === 'string') return { '': kept };
      const ref = crypto.randomUUID();
      const answered = { ticketId: ticket.id, ticketRef: ticket.ref, authorId: role.userId, fromProvider: administrator, text };
      const made = await changes.save('ticket.comment.v1', { id: localIdOf(ref), ref, ...answered }, () => 'Answer sent');
      const problem = made.refused[0]?.message ?? made.notSaved;
      if (problem === null) return undefined;
      await forgetWaitingFiles(store, kept);
      return { '': problem };
    },
  });
  useUnsavedWork(form.dirty, { what: 'Answer', save: form.submit });
  const send = async () => {
    if (!(await form.submit())) return;
    form.reset({ text: '' });
    setFiles([]);
  };
  const isClosed = ticket.status === 'closed';
  return (
    <form noValidate className="ticket-answer" aria-label="Answer" onSubmit={submitting(send)}>
      <FormProblems form={form} />
      <TextAreaField
        label="Answer"
        rows={4}
        {...(isClosed && { hint: 'This ticket is closed. Your answer reopens it.' })}
        {...form.field('text')}
      />
      {store.key.impersonation === null && <ChosenFiles files={files} onFiles={setFiles} />}
      <div className="form-actions">
        <Button type="submit" loading={form.saving}>
          {isClosed ? 'Answer and reopen' : 'Send answer'}
        </Button>
        {administrator && (
          <CannedAnswers onChosen={(text) => form.set('text', [form.values.text, text].filter(Boolean).join('\n\n'))} />
        )}
      </div>
    </form>
  );
}
