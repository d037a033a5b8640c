import * as z from 'zod';
import { RowId, RowOrLocalId } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { mostSubjectLength, mostTicketText, TicketAnswer, TicketEvidence, TicketLevel, TicketStatus } from '../rows/ticket.ts';
import { CreatedRow } from './row-ids.ts';

/** An address that answers are sent to. */
export const TicketEmail = z.email(messages.ticketEmail).max(200, 'Shorten this to 200 characters');
/** What a person writes about a problem. */
export const TicketText = z
  .string()
  .trim()
  .min(1, messages.ticketCommentRequired)
  .max(mostTicketText, `Shorten this to ${mostTicketText.toLocaleString('en-US')} characters`);
/** An answer to a ticket. */
export const CommentText = z
  .string()
  .trim()
  .min(1, 'Write the answer')
  .max(mostTicketText, `Shorten the answer to ${mostTicketText.toLocaleString('en-US')} characters`);
export const TicketSubject = z
  .string()
  .trim()
  .min(1, 'Write a subject')
  .max(mostSubjectLength, `Shorten the subject to ${mostSubjectLength} characters`)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'Write the subject on one line');

/** What the sender enters about themselves. */
export const TicketSender = {
  customerName: z.string().trim().max(200, 'Shorten this to 200 characters'),
  email: TicketEmail,
  phone: z.string().trim().max(40, 'Shorten this to 40 characters').nullable(),
};

/**
 * Arguments of the changes of support tickets, by wire name. `authorId` is the sender. The service decides who answers for the
 * provider; a device says it so that its own screen shows it at once.
 */
export const ticketCommandArgs = {
  'ticket.create.v1': CreatedRow.extend({
    ...TicketSender,
    authorId: RowId,
    level: TicketLevel,
    subject: TicketSubject,
    description: TicketText,
    questionId: RowId.nullable(),
    answers: z.array(TicketAnswer).max(30),
    taskId: RowId.nullable(),
    jobId: RowId.nullable(),
    ruleId: RowId.nullable().optional(),
    evidence: TicketEvidence.nullable(),
  }),
  'ticket.comment.v1': CreatedRow.extend({
    ticketId: RowOrLocalId,
    ticketRef: z.uuid().nullable(),
    authorId: RowId,
    fromProvider: z.boolean(),
    text: CommentText,
  }),
  'ticket.status.v1': CreatedRow.extend({ status: TicketStatus }),
} as const;
