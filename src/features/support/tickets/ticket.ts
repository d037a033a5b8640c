import type { TicketRow } from '#contract/rows/ticket.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { isUnread, listedDescription } from '#domain/tickets/ticket-words.ts';
import { seenKey } from './tickets-seen.ts';

/** A ticket as a list shows it. */
export type TicketLine = TicketRow & {
  readonly number: string;
  readonly text: string;
  readonly isNew: boolean;
  readonly jira: string;
};

type Reader = { readonly customerId: number; readonly isProvider: boolean; readonly seen: Readonly<Record<string, string>> };

export const linesOf = (tickets: readonly TicketRow[], { customerId, isProvider, seen }: Reader): TicketLine[] =>
  tickets.flatMap((ticket) =>
    ticket.purged
      ? []
      : [
          {
            ...ticket,
            // A ticket of this device that the service has not numbered.
            number: ticket.id > 0 ? String(ticket.id) : 'Not sent',
            text: listedDescription(ticket.description),
            isNew: isUnread(ticket, { isProvider, seenAt: seen[seenKey(customerId, ticket.id)] ?? null }),
            jira: '',
          },
        ],
  );

/** The ticket of an address. An address with a local id still finds its ticket once the service has numbered it. */
export const ticketAt = (tickets: readonly TicketRow[], id: number): TicketRow | undefined =>
  tickets.find((ticket) => ticket.id === id) ??
  (id < 0 ? tickets.find(({ ref }) => ref !== null && localIdOf(ref) === id) : undefined);

export const levelNames = { helpDesk: 'Help desk', support: 'Support' } as const;
export const statusNames = { open: 'Open', closed: 'Closed' } as const;
