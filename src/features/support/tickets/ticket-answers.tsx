import type { TicketRow } from '#contract/rows/ticket.ts';
import { Said } from '#src/entities/ticket/said.tsx';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';

/** What was said about a ticket, oldest first. Texts are shown as they were written, never as HTML. */
export function TicketAnswers({ ticket }: { ticket: TicketRow }) {
  const { rows } = useCollection('ticketComment');
  const answers = rows
    .filter(({ ticketId, purged }) => ticketId === ticket.id && !purged)
    .toSorted((a, b) => a.writtenAt.localeCompare(b.writtenAt) || a.id - b.id);
  const all = [
    { key: 'first', author: ticket.author, at: ticket.createdAt, text: ticket.description, isSupport: false },
    ...answers.map(({ id, ref, author, writtenAt, text, fromProvider }) => ({
      key: ref ?? id,
      author,
      at: writtenAt,
      text,
      isSupport: fromProvider,
    })),
  ];
  return (
    <ol className="ticket-said" aria-label="Conversation">
      {all.map(({ key, isSupport, ...said }) => (
        <li key={key} className="card" data-support={isSupport || undefined}>
          <Said {...said} badge={isSupport && <StateBadge tone="info">Support</StateBadge>} />
        </li>
      ))}
    </ol>
  );
}
