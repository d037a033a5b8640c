import { sql } from 'kysely';
import type { TicketRow } from '#contract/rows/ticket.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { defineQueue } from '#server/kit/queue/queue.ts';
import { replyAddress } from './reply-addresses.ts';

/** Emails about one answer. */
export const ticketMailQueue = defineQueue<{ customerId: number; commentId: number }>('ticket-mail');

/** Emails about a ticket that is new (version 1), or that the customer reopened: `version` is the one of its row then. */
export const ticketEventQueue = defineQueue<{ customerId: number; ticketId: number; version: number }>('ticket-event');

type Ports = Pick<Services, 'db' | 'mail'> & { readonly config: Pick<Services['config'], 'publicUrl' | 'mailIn'> };

/**
 * Sends the emails about tickets. The cause has the number of the answer or the version of the ticket, and who gets it, so a repeated job
 * sends none twice.
 */
export const ticketMailJobs = (services: Ports): JobHandler[] => [
  handleJobs(ticketMailQueue, { atOnce: 2, carryOut: (ids) => mailAnswer(services, ids) }),
  handleJobs(ticketEventQueue, { atOnce: 2, carryOut: (ids) => mailEvent(services, ids) }),
];

type Recipient = { readonly email: string; readonly cause: string };
type TicketMail = {
  readonly ticket: TicketRow;
  readonly text: string;
  readonly to: readonly Recipient[];
  /** The provider's people work for another customer: the link of their email opens this one. */
  readonly ofProvider: boolean;
};

async function mailAnswer(
  services: Ports,
  { customerId, commentId }: { readonly customerId: number; readonly commentId: number },
): Promise<number> {
  const { db } = services;
  const comment = (await storedRow(db, customerId, 'ticketComment', commentId))?.row;
  const ticket = comment && (await storedRow(db, customerId, 'ticket', comment.ticketId))?.row;
  if (!comment || !ticket) return 0;
  const { fromProvider, author, text } = comment;
  const cause = `ticket answer ${commentId}`;
  return sendAll(services, customerId, {
    ticket,
    text: `${author} answered the ticket “${titleOf(ticket)}”:\n\n${text}`,
    to: await (fromProvider ? senders : staff)(db, customerId, ticket.id, cause),
    ofProvider: !fromProvider,
  });
}

async function mailEvent(
  services: Ports,
  { customerId, ticketId, version }: { readonly customerId: number; readonly ticketId: number; readonly version: number },
): Promise<number> {
  const ticket = (await storedRow(services.db, customerId, 'ticket', ticketId))?.row;
  if (!ticket) return 0;
  const text =
    version === 1
      ? `${ticket.author} sent the ticket “${titleOf(ticket)}”:\n\n${ticket.description}`
      : `The customer reopened the ticket “${titleOf(ticket)}”.`;
  const to = await staff(services.db, customerId, ticketId, `ticket ${ticketId} version ${version}`);
  return sendAll(services, customerId, { ticket, text, to, ofProvider: true });
}

async function sendAll({ db, mail, config }: Ports, customerId: number, { ticket, text, to, ofProvider }: TicketMail) {
  const link = `${config.publicUrl}/jira/${ticket.id}${ofProvider ? `?customer=${customerId}` : ''}`;
  const replyTo =
    config.mailIn && (await replyAddress(db, config.mailIn.domain, { customerId, ticketId: ticket.id, ofProvider }));
  const how = replyTo === null ? 'Read and answer it in Jobdock' : 'Answer this email, or read it in Jobdock';
  const content = {
    subject: `[Ticket ${ticket.id}] ${titleOf(ticket)}`,
    text: `${text}\n\n${how}: ${link}\n`,
    ...(replyTo !== null && { replyTo }),
  };
  for (const { email, cause } of to) await mail.send(db, { customerId, cause, to: email, ...content });
  return to.length;
}

/** Who hears of the provider's answers: the sender of the ticket, and those of tickets that were merged into it. */
async function senders(db: Db, customerId: number, ticketId: number, cause: string): Promise<Recipient[]> {
  const { rows } = await sql<{ id: number | null; email: string }>`
    select null::bigint as id, email from ticket_desk where customer_id = ${customerId} and ticket_id = ${ticketId}
    union all select id, email from ticket_follower where customer_id = ${customerId} and ticket_id = ${ticketId}
    order by id nulls first`.execute(db);
  return rows.map(({ id, email }) => ({ email, cause: id === null ? cause : `${cause} follower ${id}` }));
}

/** Who hears of the customer's tickets and answers: the assignee, else the provider's people who chose it, else all of them. */
async function staff(db: Db, customerId: number, ticketId: number, cause: string): Promise<Recipient[]> {
  const { rows: assignees } = await sql<{ email: string }>`
    select p.email from ticket_desk d join support_people() p on p.id = d.assignee_id
    where d.customer_id = ${customerId} and d.ticket_id = ${ticketId}`.execute(db);
  if (assignees.length > 0) return assignees.map(({ email }) => ({ email, cause }));
  const { rows } = await sql<{ id: number; email: string }>`select id, email from ticket_staff()`.execute(db);
  return rows.map(({ id, email }) => ({ email, cause: `${cause} to ${id}` }));
}

const titleOf = ({ subject }: TicketRow): string => subject.replaceAll(/\s+/g, ' ');
