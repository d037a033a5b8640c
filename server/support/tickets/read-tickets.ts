import { sql } from 'kysely';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { absent } from '#contract/rows/absent.ts';
import type { TicketCommentRow, TicketRow } from '#contract/rows/ticket.ts';
import type { listTickets, Ticket } from '#contract/support/tickets.ts';
import { levelNumber, listedDescription, waitsForProvider } from '#domain/tickets/ticket-words.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { type Customers, ofCustomers } from '#server/kit/db/of-customers.ts';
import { rowsOf, type Stored, storedRows } from '#server/kit/db/rows.ts';
import type { Caller, Loader } from '#server/kit/http/loaders.ts';

/** The list of tickets is cut after so many; each row says how many there are. */
const mostListed = 500;

/** The customers whose tickets a caller may name without naming the customer. */
export const ticketCustomers = ({ administrator, customerId, linkedCustomers = [] }: Caller): Customers =>
  administrator ? 'all' : [customerId, ...linkedCustomers];

/** A ticket that a call names by its number alone: of the caller's own customer or a linked one, of anyone's for an administrator. */
export const ticketNamed = ({ lock = false } = {}): Loader<{ readonly id: number }, Stored<'ticket'>> => ({
  locks: lock,
  absent: ({ id }) => absent('ticket', id),
  find: async (db, { id }, actor) => {
    if (actor === null) return undefined;
    return (await storedRows(db, ticketCustomers(actor), 'ticket', { where: sql`id = ${id}::bigint`, lock }))[0];
  },
});

/** A ticket as the documents show it in a list. */
const shownTicket = (customerId: number, ticket: TicketRow): Ticket => ({
  id: ticket.id,
  customerId,
  taskId: ticket.taskId,
  jobId: ticket.jobId,
  ruleId: ticket.ruleId ?? null,
  customerName: ticket.customerName,
  type: levelNumber(ticket.level),
  contactId: ticket.authorId,
  contact: ticket.author,
  created: ticket.createdAt,
  changed: ticket.changedAt,
  status: ticket.status === 'open' ? 'Open' : 'Closed',
  jiraStatus: ticket.jiraStatus,
  subject: ticket.subject,
  description: listedDescription(ticket.description),
  files: ticket.files.length,
  comments: ticket.comments,
  waits: waitsForProvider(ticket),
  mergedInto: ticket.mergedInto ?? null,
});

type Asked = { readonly customers: Customers; readonly status: TicketRow['status'] | undefined };

/** The tickets of customers, those changed last first. */
export async function ticketsOf(db: Db, { customers, status }: Asked): Promise<ReplyOf<typeof listTickets>> {
  const { rows } = await sql<{ customerId: number; row: TicketRow; total: number }>`
    select customer_id as "customerId", row, count(*) over () as total from ticket
    where ${ofCustomers(customers)} and not deleted and ${status === undefined ? sql`true` : sql`row ->> 'status' = ${status}`}
    order by row ->> 'changedAt' desc, id desc limit ${mostListed}`.execute(db);
  return rows.map(({ customerId, row, total }) => ({ ...shownTicket(customerId, row), total }));
}

/** How many open tickets of all customers wait for an answer by the provider; as `waitsForProvider`. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from ticket where ${ofCustomers('all')} and not deleted and row ->> 'status' = 'open'
    and coalesce(row -> 'lastAnswer' ->> 'fromProvider', 'false') = 'false'`.execute(db);
  return rows[0]?.waiting ?? 0;
}

/** The answers to a ticket, oldest first. */
export const commentsOf = (db: Db | Tx, customerId: number, ticketId: number): Promise<TicketCommentRow[]> =>
  rowsOf(db, customerId, 'ticketComment', { where: sql`ticket_id = ${ticketId}::bigint` });
