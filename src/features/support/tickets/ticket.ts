import type { TicketRow } from '#contract/rows/ticket.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { isUnread, listedDescription } from '#domain/tickets/ticket-words.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
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
            jira: ticket.jiraStatus,
          },
        ],
  );

/** Columns of tickets, with Jira’s status only where a ticket has one. */
export const withJiraStatus = <C extends { readonly key: string; readonly hidden?: boolean }>(
  columns: readonly C[],
  isUsed: boolean,
): C[] => columns.map((column) => (column.key.startsWith('jira') ? { ...column, hidden: !isUsed } : column));

/** The ticket of an address. An address with a local id still finds its ticket once the service has numbered it. */
export const ticketAt = (tickets: readonly TicketRow[], id: number): TicketRow | undefined =>
  tickets.find((ticket) => ticket.id === id) ??
  (id < 0 ? tickets.find(({ ref }) => ref !== null && localIdOf(ref) === id) : undefined);

/** The search, filters and order of a list of tickets in its address. */
const listKeys = ['q', 'sort', 'status', 'answers', 'waits', 'level'];

type From = {
  readonly params: URLSearchParams;
  readonly list: 'one' | 'all';
  /** The customer of the ticket, if it may be another one than that on the screen. */
  readonly customerId?: number;
};

const listQuery = (params: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...params].filter(([key, value]) => listKeys.includes(key) && value !== ''));

/** The path of a ticket that keeps the list it is opened from, for the previous and the next one. */
export const ticketPath = (id: number, { params, list, customerId }: From): string =>
  pathTo(
    '/jira/:id',
    { id },
    { ...listQuery(params), ...(list === 'all' && { list }), ...(customerId !== undefined && { customer: customerId }) },
  );

/** The path of the list that a ticket was opened from. */
export const listPath = (params: URLSearchParams): string =>
  pathTo('/issues/:status?', {}, { ...listQuery(params), whose: params.get('list') === 'all' ? 'all' : 'one' });

export const levelNames = { helpDesk: 'Help desk', support: 'Support' } as const;
export const statusNames = { open: 'Open', closed: 'Closed' } as const;
