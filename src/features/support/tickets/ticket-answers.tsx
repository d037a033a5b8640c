import type { TicketRow } from '#contract/rows/ticket.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';

type Said = {
  readonly key: string | number;
  readonly author: string;
  readonly at: string;
  readonly text: string;
  readonly isSupport: boolean;
};

/** What was said about a ticket, oldest first. Texts are shown as they were written, never as HTML. */
export function TicketAnswers({ ticket }: { ticket: TicketRow }) {
  const { rows } = useCollection('ticketComment');
  const answers = rows
    .filter(({ ticketId, purged }) => ticketId === ticket.id && !purged)
    .toSorted((a, b) => a.writtenAt.localeCompare(b.writtenAt) || a.id - b.id);
  const all: Said[] = [
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
      {all.map(({ key, author, at, text, isSupport }) => (
        <li key={key} className="card" data-support={isSupport || undefined}>
          <p className="ticket-said-head">
            <strong>{author}</strong>
            {isSupport && <StateBadge tone="info">Support</StateBadge>}
            <span className="muted">
              <Ago at={at} />
            </span>
          </p>
          <p className="ticket-said-text">{text}</p>
        </li>
      ))}
    </ol>
  );
}
