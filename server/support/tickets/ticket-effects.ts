import { sql } from 'kysely';
import type { CommandArgs } from '#contract/commands/commands.ts';
import type { TicketCommentRow } from '#contract/rows/ticket.ts';
import type { RowWrite } from '#domain/commands/kit/command.ts';
import { answeredTicket } from '#domain/commands/ticket/ticket-change.ts';
import type { Rejection, Sent } from '#server/commands/decide.ts';
import type { Changed, CommandEffects, Completed } from '#server/commands/effects.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import { sendJob } from '#server/kit/queue/queue.ts';
import { lockedKept } from './kept-ticket.ts';
import { ticketEventQueue, ticketMailQueue } from './ticket-mail.ts';

type CreateArgs = CommandArgs<'ticket.create.v1'>;
type CommentArgs = CommandArgs<'ticket.comment.v1'>;

const invalid = (field: string, message: string): Rejection => ({ code: 'invalid', field, message, conflicts: [] });
const ofSender = (what: string): Rejection =>
  invalid('authorId', `${what} belongs to the person who writes it. Sign in as this person.`);

/** A person of the customer who was not removed. */
const personOf = (tx: Tx, customerId: number, id: number) =>
  tx
    .selectFrom('app_user')
    .select(['id', 'name'])
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** A ticket is its sender's own; the provider may send one for a person of the customer. Its task, job and rule must be the customer's. */
async function guardCreate(tx: Tx, { customerId, actor }: Sent, args: CreateArgs): Promise<Rejection | null> {
  const { authorId, taskId, jobId, ruleId = null } = args;
  const isOwn = authorId === actor.userId;
  if (!isOwn && !actor.administrator) return ofSender('A ticket');
  if (!isOwn && !(await personOf(tx, customerId, authorId)))
    return invalid('authorId', 'The contact is no person of this customer. Choose another person.');
  if (taskId !== null && !(await storedRow(tx, customerId, 'task', taskId)))
    return invalid('taskId', `There is no data collection task with the id ${taskId}. Send the ticket without it.`);
  if (jobId !== null && !(await storedRow(tx, customerId, 'job', jobId)))
    return invalid('jobId', `There is no job with the id ${jobId}. Send the ticket without it.`);
  if (ruleId !== null && !(await storedRow(tx, customerId, 'rule', ruleId)))
    return invalid('ruleId', `There is no rule with the id ${ruleId}. Send the ticket without it.`);
  return null;
}

/**
 * Keeps how the sender is reached, beside the ticket, so that no device gets it, and queues the email to the provider. The author's name is
 * the person's own.
 */
async function completeCreate(tx: Tx, sent: Sent, { email, phone }: CreateArgs, { writes }: Changed): Promise<Completed> {
  const ticket = ticketIn(writes);
  if (!ticket) return { writes, statements: [] };
  const { customerId, actor } = sent;
  const person = ticket.authorId === actor.userId ? actor : await personOf(tx, customerId, ticket.authorId);
  const named: RowWrite = { collection: 'ticket', row: { ...ticket, author: person?.name ?? ticket.author } };
  const desk = sql`insert into ticket_desk (customer_id, ticket_id, email, phone)
    values (${customerId}, ${ticket.id}, ${email}, ${phone === '' ? null : phone}) on conflict do nothing`;
  await sendJob(tx, ticketEventQueue, { customerId, ticketId: ticket.id, version: ticket.version });
  return { writes: [named], statements: [desk] };
}

async function guardComment(_tx: Tx, { actor }: Sent, { authorId }: CommentArgs): Promise<Rejection | null> {
  return authorId === actor.userId ? null : ofSender('An answer');
}

/**
 * Says who answers for the provider, whatever the device said, and queues the email to the other side. The sender of the ticket also gets
 * a notice of an answer by the provider, once for each answer. An answer to a merged ticket changes the one that it was merged into.
 */
async function completeComment(
  tx: Tx,
  { customerId, actor, now }: Sent,
  _args: CommentArgs,
  changed: Changed,
): Promise<Completed> {
  const fromProvider = actor.administrator;
  const said = changed.writes.find(({ collection }) => collection === 'ticketComment');
  if (said?.collection !== 'ticketComment') return { writes: changed.writes, statements: [] };
  const answered = ticketIn(changed.writes) ?? (await answerOfMerged(tx, customerId, said.row));
  // The ticket that a merged one went to was removed.
  if (!answered) return { writes: changed.writes, statements: [] };
  const { lastAnswer } = answered;
  const ticket = { ...answered, lastAnswer: lastAnswer && { ...lastAnswer, fromProvider } };
  const comment = { ...said, row: { ...said.row, ticketId: ticket.id, fromProvider } };
  const writes: RowWrite[] = [{ collection: 'ticket', row: ticket }, comment];
  await sendJob(tx, ticketMailQueue, { customerId, commentId: comment.row.id });
  if (!fromProvider) return { writes, statements: [] };
  const text = `${actor.name} answered your ticket ${ticket.id}: ${ticket.subject}`;
  const firstAnswer = sql`update ticket_desk set first_answered_at = coalesce(first_answered_at, ${now})
    where customer_id = ${customerId} and ticket_id = ${ticket.id}`;
  const notice = sql`insert into notification (customer_id, user_id, kind, text, link, cause)
    select ${customerId}::integer, u.id, 'ticket', ${text}, ${`/jira/${ticket.id}`}, ${`ticket answer ${comment.row.id}`}
    from app_user u where u.customer_id = ${customerId} and u.deleted_at is null and (u.id = ${ticket.authorId} or u.id in (
      select f.user_id from ticket_follower f where f.customer_id = ${customerId} and f.ticket_id = ${ticket.id}))
    on conflict (customer_id, user_id, cause) where cause is not null do nothing`;
  return { writes, statements: [firstAnswer, notice] };
}

async function answerOfMerged(tx: Tx, customerId: number, { ticketId, by, at, fromProvider }: TicketCommentRow) {
  const kept = await lockedKept(tx, customerId, ticketId);
  return kept && answeredTicket(kept, { by, at }, fromProvider);
}

/** Queues the email to the provider about a ticket that the customer reopened. */
async function completeStatus(
  tx: Tx,
  { customerId, actor }: Sent,
  { status }: CommandArgs<'ticket.status.v1'>,
  { writes }: Changed,
): Promise<Completed> {
  const ticket = ticketIn(writes);
  if (ticket && status === 'open' && !actor.administrator)
    await sendJob(tx, ticketEventQueue, { customerId, ticketId: ticket.id, version: ticket.version });
  return { writes, statements: [] };
}

function ticketIn(writes: readonly RowWrite[]) {
  const write = writes.find(({ collection }) => collection === 'ticket');
  return write?.collection === 'ticket' ? write.row : undefined;
}

/** Server-side effects of support tickets: whose they are, how the sender is reached, and the emails about them. */
export const ticketEffects: Pick<CommandEffects, Extract<keyof CommandEffects, `ticket.${string}`>> = {
  'ticket.create.v1': { guard: guardCreate, completes: completeCreate },
  'ticket.comment.v1': { guard: guardComment, completes: completeComment },
  'ticket.status.v1': { guard: 'none', completes: completeStatus },
};
