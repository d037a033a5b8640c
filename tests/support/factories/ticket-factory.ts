import fc from 'fast-check';
import type { CommandArgs } from '#contract/commands/commands.ts';
import type { TicketCommentRow, TicketQuestionRow, TicketRow } from '#contract/rows/ticket.ts';
import { localIdOf } from '#domain/commands/local-id.ts';

const kept = { ref: null, purged: false, version: 1, by: 'Ben', at: '2026-11-01T00:00:00.000Z' };

/** A ticket of Ben's that the service knows. */
export const aTicket = (over: Partial<TicketRow> = {}): TicketRow => ({
  id: 121,
  level: 'helpDesk',
  status: 'open',
  subject: 'A job is missing or wrong',
  description: 'Job 884-210 has the wrong rate.',
  customerName: 'North',
  authorId: 5,
  author: 'Ben',
  questionId: 1,
  answers: [{ fieldId: 1, name: 'Job ID', value: '884-210' }],
  taskId: null,
  jobId: null,
  evidence: null,
  files: [],
  createdAt: kept.at,
  changedAt: kept.at,
  comments: 0,
  lastAnswer: null,
  jiraStatus: '',
  ...kept,
  ...over,
});

export const aComment = (over: Partial<TicketCommentRow> = {}): TicketCommentRow => ({
  id: 131,
  ticketId: 121,
  authorId: 5,
  author: 'Ben',
  fromProvider: false,
  text: 'Any news?',
  writtenAt: kept.at,
  ...kept,
  ...over,
});

export const aQuestion = (over: Partial<TicketQuestionRow> = {}): TicketQuestionRow => ({
  id: 1,
  name: 'A job is missing or wrong',
  level: 'helpDesk',
  position: 1,
  fields: [
    { id: 1, name: 'Job ID', group: 'job', required: 2 },
    { id: 2, name: 'Link', group: 'job', required: 2 },
    { id: 3, name: 'Expected', group: null, required: 1 },
    { id: 4, name: 'Seen', group: null, required: 0 },
  ],
  ...over,
});

/** What a device sends for a new ticket with the UUID `ref`. */
export const newTicket = (ref: string, over: Partial<CommandArgs<'ticket.create.v1'>> = {}): CommandArgs<'ticket.create.v1'> => ({
  id: localIdOf(ref),
  ref,
  authorId: 6,
  customerName: 'North',
  email: 'ann@example.org',
  phone: null,
  level: 'helpDesk',
  subject: 'A job is missing or wrong',
  description: 'Job 884-210 has the wrong rate.',
  questionId: 1,
  answers: [],
  taskId: null,
  jobId: null,
  evidence: { address: '/staging', version: '1.0.0', sync: 'Synced', refusals: [] },
  ...over,
});

const ref = 'a3f1d0b2-08a6-4c4f-8d0e-6f3f7f0f2b07';
const answer = { fromProvider: fc.boolean(), authorId: fc.constant(5), text: fc.constantFrom('Yes', 'No') };
/** Arguments of the changes of tickets, for properties of all changes. */
export const ticketChanges = {
  'ticket.create.v1': fc.constant(newTicket(ref)),
  'ticket.comment.v1': fc
    .record({ ...answer, ticketId: fc.constantFrom(121, 122), ref: fc.constantFrom(ref, 'b3f1d0b2-08a6-4c4f-8d0e-6f3f7f0f2b07') })
    .map((args) => ({ ...args, id: localIdOf(args.ref), ticketRef: null })),
  'ticket.status.v1': fc.record({
    id: fc.constantFrom(121, 122),
    ref: fc.constant(null),
    status: fc.constantFrom('open' as const, 'closed' as const),
  }),
};
