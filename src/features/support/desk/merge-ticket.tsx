import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod';
import type { TicketRow } from '#contract/rows/ticket.ts';
import { countWaitingTickets, mergeTicket, readDesk } from '#contract/support/desk.ts';
import { listTickets } from '#contract/support/tickets.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { ReferenceField } from '#src/ui/form/reference-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { useWhenClean } from '#src/ui/form/use-when-clean.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';

const Draft = z.object({ into: z.string().min(1, 'Choose the ticket to keep') });

/** Merges a ticket into another one of its customer. */
export function MergeTicket({ row: ticket, onClose }: EditorProps<TicketRow>) {
  const navigate = useNavigate();
  const [kept, setKept] = useState<number | null>(null);
  const { rows } = useCollection('ticket');
  const choices = rows
    .filter(({ id, purged, mergedInto = null }) => id > 0 && id !== ticket.id && !purged && mergedInto === null)
    .toSorted((a, b) => b.changedAt.localeCompare(a.changedAt))
    .map(({ id, subject, author }) => ({ id: String(id), name: subject, detail: author }));
  const form = useForm(Draft, {
    initial: { into: '' },
    onSubmit: useSave(mergeTicket, {
      args: ({ into }: z.output<typeof Draft>) => ({ id: ticket.id, into: Number(into) }),
      said: ({ id }) => ({ title: 'Tickets merged', detail: `Ticket ${ticket.id} is part of ticket ${id} now.` }),
      refreshes: [readDesk, listTickets, countWaitingTickets],
      onSaved: ({ id }) => setKept(id),
    }),
  });
  useWhenClean(kept, form, (id) => {
    onClose();
    void navigate(pathTo('/jira/:id', { id }));
  });
  return (
    <FormDialog
      title={`Merge ticket ${ticket.id}`}
      saveLabel="Merge tickets"
      form={form}
      blocked={useBlocked()}
      onClose={onClose}
    >
      <ReferenceField label="Ticket to keep" required choices={choices} {...form.field('into')} />
      <p className="muted">
        The ticket to keep gets the answers, files and internal notes of ticket {ticket.id}, and the sender of ticket {ticket.id}{' '}
        gets its further answers. Ticket {ticket.id} is closed and links to it. This cannot be undone.
      </p>
    </FormDialog>
  );
}
