import { sql } from 'kysely';
import type { TicketCommentRow, TicketRow } from '#contract/rows/ticket.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { defineQueue } from '#server/kit/queue/queue.ts';

/** One email about one answer. */
export const ticketMailQueue = defineQueue<{ customerId: number; commentId: number }>('ticket-mail');

type Ports = Pick<Services, 'db' | 'mail'> & { readonly config: Pick<Services['config'], 'publicUrl'> };

/** Sends the email of each answer. The answer's own number is the cause, so a repeated job sends no second one. */
export const ticketMailJobs = (services: Ports): JobHandler[] => [
  handleJobs(ticketMailQueue, { atOnce: 2, carryOut: (ids) => mailAnswer(services, ids) }),
];

async function mailAnswer(
  { db, mail, config }: Ports,
  { customerId, commentId }: { readonly customerId: number; readonly commentId: number },
): Promise<number> {
  const comment = (await storedRow(db, customerId, 'ticketComment', commentId))?.row;
  const ticket = comment && (await storedRow(db, customerId, 'ticket', comment.ticketId))?.row;
  if (!comment || !ticket) return 0;
  const to = await addressee(db, customerId, comment);
  if (to === null) return 0;
  const { subject, text } = mailText(ticket, comment, `${config.publicUrl}/jira/${ticket.id}`);
  await mail.send(db, { customerId, cause: `ticket answer ${commentId}`, to, subject, text });
  return 1;
}

/** The sender of the ticket for an answer by the provider, the assignee for one by the customer. Null without one. */
async function addressee(db: Db, customerId: number, comment: TicketCommentRow): Promise<string | null> {
  const { rows } = await sql<{ email: string; assignee: string | null }>`
    select d.email, p.email as assignee from ticket_desk d left join support_people() p on p.id = d.assignee_id
    where d.customer_id = ${customerId} and d.ticket_id = ${comment.ticketId}`.execute(db);
  const desk = rows[0];
  return (comment.fromProvider ? desk?.email : desk?.assignee) ?? null;
}

function mailText(ticket: TicketRow, comment: TicketCommentRow, link: string) {
  const title = ticket.subject.replaceAll(/\s+/g, ' ');
  return {
    subject: `[Ticket ${ticket.id}] ${title}`,
    text: `${comment.author} answered the ticket “${title}”:\n\n${comment.text}\n\nRead and answer it in Jobdock: ${link}\n`,
  };
}
